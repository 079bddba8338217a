import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, file, lines, newStudy } from "@/lib/imports/test-study";
import { openExport } from "./open-export";

/** key, focal, candidate, the people's roles in turn, the judge's role and its probability of ROOT. */
export type LayerItem = [
  key: string,
  focal: string,
  target: string,
  people: string,
  judge: string,
  root: number | null,
];

/** For tests: a citation-role study by way of its imports. */
export async function makeLayerStudy(items: readonly LayerItem[]) {
  const studyId = await newStudy("citation-role");
  const records = items.map(([key, focal, target]) => ({
    context_id: key,
    focal_corpusid: focal,
    candidate_corpusid: target,
    context_text: `Of ${JSON.stringify(key)} we use [REF_TARGET].`,
  }));
  await done(importItems(command, { studyId, files: [file("items.jsonl", lines(...records))] }));
  const people = items.flatMap(([key, , , roles]) =>
    roles.split(" ").flatMap((role, i) => (role ? [{ context_id: key, rater: `p${i}`, role }] : [])),
  );
  if (people.length > 0) {
    await done(importHumanLabels(command, { studyId, files: [file("people.jsonl", lines(...people))] }));
  }
  const judged = items.flatMap(([key, , , , role, root]) =>
    role ? [{ context_id: key, subtype: role, root_probability: root }] : [],
  );
  if (judged.length > 0) {
    const files = [file("judge.jsonl", lines(...judged))];
    await done(importJudgeLabels(command, { studyId, files, options: { run: "student" } }));
  }
  const judge = await prisma().rater.findFirst({ where: { studyId, kind: "judge" }, select: { id: true } });

  return { studyId, judgeId: judge?.id ?? "" };
}

async function done(work: Promise<{ state: string; faults: unknown }>): Promise<void> {
  const { state, faults } = await work;
  if (state !== "done") throw new Error(JSON.stringify(faults));
}

export async function bytesOf(input: object): Promise<Uint8Array> {
  const { bytes } = await openExport(command, input);
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);

  return Buffer.concat(parts);
}

export async function textOf(input: object): Promise<string> {
  return new TextDecoder("utf-8", { fatal: true }).decode(await bytesOf(input));
}

/** Connections that hold a snapshot of this test's database. */
export async function openSnapshots(): Promise<number> {
  const [row] = await prisma().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'assay snapshot'`;

  return row?.n ?? -1;
}
