import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { readCodebook } from "@/lib/studies/read-codebook";
import { checkMapping } from "./check-mapping";
import { labelRows } from "./label-rows";
import { itemLookup } from "./look-up-items";
import { runImport } from "./run-import";
import { ImportJudgeLabelsInput } from "./schema";
import { stageLabels, storeLabels } from "./store-labels";
import type { ImportView } from "./wire";

/**
 * Labels of language-model judges, one rater per run, into the study's corpus round. Where a record states a derived
 * label and its own answer gives another, the answer wins and the import says so. All labels, or none.
 */
export async function importJudgeLabels(ctx: ServiceContext, input: unknown): Promise<ImportView> {
  const { studyId, importId, files, options } = ImportJudgeLabelsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const { codebook, version } = await readCodebook(ctx, { studyId });
  checkMapping(codebook, options);
  const corpus = await database(ctx).round.findFirst({ where: { studyId, purpose: "corpus" }, select: { id: true } });
  if (!corpus) throw new Error(`The study ${studyId} has no corpus round.`);

  return runImport(ctx, { studyId, importId, kind: "judge", files, options }, async (bulk, run) => {
    const rows = labelRows(run, files, {
      codebook,
      audience: "judge",
      mapping: options,
      reading: options,
      rater: options.run,
      raterField: "run",
      byFile: true,
      lookUp: itemLookup(codebook, studyId, corpus.id, "judge"),
    });
    await stageLabels(bulk, rows);
    const { model, promptHash, parameters, runNumber } = options;
    const { added, unchanged, raters } = await storeLabels(bulk, run, files, {
      codebookVersion: version,
      rater: { kind: "judge", model, promptHash, parameters, run: runNumber },
      round: async () => corpus.id,
    });

    return { added, unchanged, detail: { codebookVersion: version, judges: raters } };
  });
}
