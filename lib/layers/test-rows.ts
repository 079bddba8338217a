import { addRater, addRound, REPORT_CODEBOOK, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { withSnapshot } from "@/lib/db/snapshot";
import { command } from "@/lib/imports/test-study";
import { makeStudy } from "@/lib/labels/test-study";
import { layerRowsOf } from "./layer-rows";
import { resolveLayerSpec } from "./resolve-layer-spec";
import type { LayerRow, LayerSpecInput } from "./wire";

export type LabelledItem = { key: string; group?: string; target?: string; located?: boolean };

/** For tests: items, three people, two judges, a round `main` and the corpus round; nothing is labelled yet. */
export async function makeLabelled(rows: readonly LabelledItem[]) {
  const study = await makeStudy(rows, REPORT_CODEBOOK);
  const { studyId, itemIds } = study;
  for (const [i, { target }] of rows.entries())
    if (target) {
      await prisma().item.update({
        where: { studyId_id: { studyId, id: itemIds[i] ?? "" } },
        data: { targetKey: target },
      });
    }
  const roundId = await addRound(studyId, "main");
  const corpus = { studyId, itemIds, roundId: await addRound(studyId, "corpus", "corpus") };
  const people = [await addRater(studyId, "a"), await addRater(studyId, "b"), await addRater(studyId, "c")] as const;
  const judges = [await addRater(studyId, "j", "judge"), await addRater(studyId, "k", "judge")] as const;

  return { studyId, itemIds, roundId, corpus, people, judges };
}

export async function rowsOf(studyId: string, spec: LayerSpecInput): Promise<LayerRow[]> {
  const layer = await resolveLayerSpec(command, studyId, spec);

  return withSnapshot(async (snapshot) => {
    const rows: LayerRow[] = [];
    for await (const page of layerRowsOf(snapshot, layer)) rows.push(...page);

    return rows;
  });
}
export const short = (rows: LayerRow[]) => rows.map((row) => `${row.key} ${row.label} ${row.decided}`);
export const FIVE: LabelledItem[] = ["i1", "i2", "i3", "i4", "i5"].map((key) => ({ key }));

/** Five items: A A A, A B ., A A B, B B ., nobody; the judges j and k differ on the first and the third. */
export async function fiveItems() {
  const study = await makeLabelled(FIVE);
  const [a, b, c] = study.people;
  await say(study, a, "kind", "A A A B .", { origin: "studio" });
  await say(study, b, "kind", "A B A B .", { origin: "studio" });
  await say(study, c, "kind", "A . B . .", { origin: "imported" });
  await say(study.corpus, study.judges[0], "kind", "B A A UNSURE A", { probability: 0.75 });
  await say(study.corpus, study.judges[1], "kind", "A A B B .");

  return study;
}
