import { randomInt } from "node:crypto";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import type { Bulk } from "@/lib/db/copy";
import type { RaterKind } from "@/lib/db/generated/enums";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import type { ImportRun } from "./run-import";

const MAX_RATERS = 1000;
const LETTERS = "23456789abcdefghjkmnpqrstuvwxyz";

export type RaterSpec = {
  kind: RaterKind;
  model?: string | undefined;
  promptHash?: string | undefined;
  parameters?: unknown;
  run?: number | undefined;
};

type Stored = {
  id: string;
  name: string;
  userId: string | null;
  model: string | null;
  promptHash: string | null;
  parameters: unknown;
  run: number | null;
};

/**
 * Finds or makes a rater for each name among the staged labels, and keeps name → id in the table import_raters. What is
 * told of a judge must agree with what is known of it; what was unknown is filled in.
 */
export async function ensureRaters(bulk: Bulk, run: ImportRun, spec: RaterSpec): Promise<string[]> {
  const found = await bulk.rows<{ name: string }>(sql`
    SELECT rater AS name FROM staged_labels GROUP BY rater ORDER BY min(seq) LIMIT ${MAX_RATERS + 1}`);
  const names = found.map((row) => row.name);
  if (names.length > MAX_RATERS) {
    const what = spec.kind === "judge" ? "judges" : "raters";
    run.faults.add({ reason: `More than ${MAX_RATERS} ${what} in one import: does that column hold their names?` });
    return [];
  }
  const stored = await bulk.rows<Stored>(sql`
    SELECT id, name, "userId", model, "promptHash", parameters, run FROM "Rater"
    WHERE "studyId" = ${run.studyId}::uuid AND kind = ${spec.kind}::"RaterKind" AND name = ANY(${names}::text[])`);
  for (const rater of stored) checkSame(run, rater, spec);
  const known = new Map(stored.map((rater) => [rater.name, rater.id]));
  const fresh = names.filter((name) => !known.has(name)).map((name) => ({ name, id: uuid7() }));
  const parameters = spec.parameters === undefined ? null : JSON.stringify(spec.parameters);
  const [model, promptHash, number] = [spec.model ?? null, spec.promptHash ?? null, spec.run ?? null];
  await bulk.execute(sql`
    INSERT INTO "Rater" ("studyId", id, pseudonym, kind, name, model, "promptHash", parameters, run)
    SELECT ${run.studyId}::uuid, n.id, n.pseudonym, ${spec.kind}::"RaterKind", n.name, ${model}::text,
      ${promptHash}::text, ${parameters}::jsonb, ${number}::int
    FROM unnest(${fresh.map((rater) => rater.id)}::uuid[], ${fresh.map((rater) => rater.name)}::text[],
      ${fresh.map(() => pseudonym(spec.kind))}::text[]) n (id, name, pseudonym)`);
  await bulk.execute(sql`
    UPDATE "Rater" SET model = coalesce(model, ${model}::text), "promptHash" = coalesce("promptHash", ${promptHash}::text),
      parameters = coalesce(parameters, ${parameters}::jsonb), run = coalesce(run, ${number}::int)
    WHERE "studyId" = ${run.studyId}::uuid AND id = ANY(${[...known.values()]}::uuid[])`);
  const all = names.map((name) => [name, known.get(name) ?? fresh.find((rater) => rater.name === name)?.id ?? ""]);
  await bulk.stage("import_raters", { name: "text", id: "uuid" }, all);

  return names;
}

/** Random in each study: from one study's pseudonym nothing follows about another's. */
function pseudonym(kind: RaterKind): string {
  const letters = Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]);

  return `${kind === "judge" ? "j" : "r"}-${letters.join("")}`;
}

function checkSame(run: ImportRun, rater: Stored, spec: RaterSpec): void {
  if (rater.userId !== null) {
    run.faults.add({
      reason: `"${rater.name}" is somebody who labels in this study. Give the imported rater another name.`,
    });
  }
  const pairs = [
    ["model", rater.model, spec.model],
    ["prompt hash", rater.promptHash, spec.promptHash],
    ["run number", rater.run, spec.run],
    ["parameters", json(rater.parameters), json(spec.parameters)],
  ] as const;
  for (const [what, known, given] of pairs) {
    if (given === undefined || known === null || known === undefined || given === known) continue;
    const reason = `The judge "${rater.name}" is in this study with the ${what} ${known}, not ${given}. Give this run a name of its own.`;
    run.faults.add({ reason });
  }
}

function json(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : canonicalJson(value);
}
