import { expect, test } from "vitest";
import { loadReport } from "@/lib/agreement-reports/load-report";
import { command } from "@/lib/imports/test-study";
import { handlers } from "@/lib/jobs/handlers";
import { startWorkers } from "@/lib/jobs/workers";
import { makeLayerStudy } from "@/lib/layers/test-layer";
import { readReleaseNumbers } from "./read-release-numbers";
import { startRelease } from "./start-release";
import { planOf, release, stateOf, verified } from "./test-release";

test("the numbers of a release are those of the agreement page over the same data", async () => {
  const { studyId } = await makeLayerStudy([
    ["a", "1", "2", "ME ME BC", "ME", 0.5],
    ["b", "1", "3", "BC BC BC", "BC", 0.5],
    ["c", "1", "4", "ME BC", "BC", 0.5],
    ["d", "1", "5", "TF TF ME", "UNSURE", 0.5],
    ["e", "1", "6", "CC BC CC", "CC", 0.5],
  ]);
  const { releaseId } = await release(studyId);
  const numbers = await readReleaseNumbers(command, { studyId, releaseId });
  let compared = 0;
  for (const question of ["role", "root"]) {
    const report = await loadReport(command, { studyId, question, replicates: 0 });
    const [judge] = report.judges;
    const { coverage, accuracy, macroF1, kappa, alphaReference, alphaPairs, judgeLessHumans } = judge!.report;
    const judged = { coverage, accuracy, macro_f1: macroF1, kappa, alpha_reference: alphaReference };
    const all = [
      ...report.measures.map(({ id, result }) => [`${question}/${id}`, result] as const),
      ...Object.entries({ ...judged, alpha_pairs: alphaPairs, less_humans: judgeLessHumans }).map(
        ([name, result]) => [`${question}/judge_${name}/${judge!.pseudonym}`, result] as const,
      ),
    ];
    for (const [id, result] of all) {
      const number = numbers.find((entry) => entry.id === id);
      if ("undefined" in result) expect(number, id).toMatchObject({ value: null, undefined: result.undefined });
      else {
        expect(number?.value, id).toBeCloseTo(result.value, 12);
        expect(number?.n, id).toBe(result.n);
      }
      compared += 1;
    }
  }
  expect(compared).toBe(numbers.length);
});

test("put down by the page, it is made in the background", async () => {
  const { studyId } = await makeLayerStudy([["a", "1", "2", "ME ME BC", "ME", 0.5]]);
  const { releaseId } = await startRelease(command, { studyId, plan: planOf() });
  expect(await stateOf(studyId, releaseId)).toBe("building");
  const workers = startWorkers({ databaseUrl: process.env.DATABASE_URL ?? "", handlers });
  try {
    while ((await stateOf(studyId, releaseId)) === "building") await new Promise((done) => setTimeout(done, 50));
  } finally {
    await workers.stop(10_000);
  }
  expect(await stateOf(studyId, releaseId)).toBe("ready");
  expect(await verified(studyId, releaseId)).toEqual([]);
});
