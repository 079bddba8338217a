import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { Bulk } from "@/lib/db/copy";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { checkMapping } from "./check-mapping";
import { labelRows } from "./label-rows";
import { itemLookup } from "./look-up-items";
import { runImport } from "./run-import";
import { ImportHumanLabelsInput } from "./schema";
import { stageLabels, storeLabels } from "./store-labels";
import type { ImportView } from "./wire";

/**
 * Labels that people gave elsewhere: without slots, marked as imported and so not known to be blind. Several label
 * columns of one file are one rater's answers. Into the round of that name, made where there is none. All, or none.
 */
export async function importHumanLabels(ctx: ServiceContext, input: unknown): Promise<ImportView> {
  const { studyId, importId, files, options } = ImportHumanLabelsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const { codebook, version } = await readCodebook(ctx, { studyId });
  checkMapping(codebook, options);
  const round = await database(ctx).round.findUnique({
    where: { studyId_name: { studyId, name: options.round } },
    select: { id: true, purpose: true, closedAt: true },
  });
  if (round?.purpose === "corpus") {
    throw new ServiceError("bad_input", `The round "${options.round}" is for judges. Name another one.`);
  }
  if (round?.closedAt) throw new ServiceError("conflict", `The round "${options.round}" is closed. Name another one.`);

  return runImport(ctx, { studyId, importId, kind: "human", files, options }, async (bulk, run) => {
    const rows = labelRows(run, files, {
      codebook,
      audience: "human",
      mapping: options,
      reading: options,
      rater: options.rater,
      raterField: "rater",
      byFile: false,
      lookUp: itemLookup(codebook, studyId, round?.id ?? null, "human"),
    });
    await stageLabels(bulk, rows);
    const { added, unchanged, raters } = await storeLabels(bulk, run, files, {
      codebookVersion: version,
      rater: { kind: "human" },
      round: (open) => ensureRound(open, studyId, options.round),
    });

    return { added, unchanged, detail: { codebookVersion: version, round: options.round, raters: raters.length } };
  });
}

async function ensureRound(bulk: Bulk, studyId: string, name: string): Promise<string> {
  await bulk.execute(sql`
    INSERT INTO "Round" ("studyId", id, name, purpose, ordinal, seed)
    SELECT ${studyId}::uuid, ${uuid7()}::uuid, ${name}, 'main', coalesce(max(ordinal), 0) + 1, ${uuid7()}::text
    FROM "Round" WHERE "studyId" = ${studyId}::uuid
    ON CONFLICT DO NOTHING`);
  const [round] = await bulk.rows<{ id: string }>(sql`
    SELECT id FROM "Round" WHERE "studyId" = ${studyId}::uuid AND name = ${name}`);
  if (!round) throw new Error("The round was not made.");

  return round.id;
}
