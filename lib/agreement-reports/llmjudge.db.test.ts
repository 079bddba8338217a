import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, FOUR_POINT, newStudy } from "@/lib/imports/test-study";
import { loadReport } from "./load-report";

// ../shared holds other people's data (LLMJudge, Table 3 of arXiv 2502.13908) and is not part of the project.
const folder = path.join(process.cwd(), "../shared/data/llmjudge");
const OUT_OF_RANGE = ["RMITIR-llama70B", "h2oloo-zeroshot2"];

function open(name: string) {
  return { name, bytes: createReadStream(path.join(folder, name)) };
}

describe.skipIf(!existsSync(folder))("LLMJudge through the database (needs ../shared/data)", () => {
  let studyId = "";
  let judges: string[] = [];
  const published = new Map<string, { kappa: string; alpha: string }>();

  beforeAll(async () => {
    for (const line of readFileSync(path.join(folder, "published_table3.csv"), "utf8").trim().split("\n").slice(1)) {
      const [name = "", kappa = "", alpha = ""] = line.split(",");
      published.set(name, { kappa, alpha });
    }
    judges = readdirSync(path.join(folder, "scores")).map((file) => path.parse(file).name);
    studyId = await newStudy(FOUR_POINT);
    await importItems(command, { studyId, files: [open("llm4eval_test_qrel_2024.txt")] });
    for (const name of judges) await importJudgeLabels(command, { studyId, files: [open(`scores/${name}.txt`)] });
    const human = open("llmjudge_test_qrel_idx.txt");
    await importHumanLabels(command, { studyId, files: [human], options: { rater: "assessor" } });
  }, 400_000);

  test("κ unweighted and ordinal α of 31 judges equal the published ones to four digits", async () => {
    const report = await loadReport(command, { studyId, replicates: 0 });
    expect(report).toMatchObject({ items: 4423, labels: 4423, subject: { scale: "ordinal" } });
    expect(report.reference.provenance).toMatchObject({ oneRater: 4423, ties: 0 });
    const found = report.judges.map(({ name, report: judge }) => {
      const [kappa, alpha] = [judge.kappa, judge.alphaReference];
      if (!("value" in kappa) || !("value" in alpha)) throw new Error(`${name} has no value`);
      expect([kappa.n, alpha.n]).toEqual([4423, 4423]);

      return [name, { kappa: kappa.value.toFixed(4), alpha: alpha.value.toFixed(4) }] as const;
    });
    const expected = [...published].filter(([name]) => !OUT_OF_RANGE.includes(name));
    expect(expected).toHaveLength(31);
    expect(new Map(found)).toEqual(new Map(expected));
    // One person: nothing to compare people by, and that is said.
    expect(report.measures[0]?.result).toEqual({ undefined: "no_pairable", observed: null, n: 0 });
    expect(report.judges.every(({ report: judge }) => "undefined" in judge.alphaHumans)).toBe(true);
  }, 120_000);

  test("with 1,000 replicates the report of all judges is there within a minute (hang guard)", async () => {
    const started = performance.now();
    const report = await loadReport(command, { studyId, replicates: 1000 });
    expect(performance.now() - started).toBeLessThan(60_000);
    expect(report.judges).toHaveLength(31);
    for (const { report: judge } of report.judges) {
      if (!("value" in judge.kappa) || judge.kappa.low === null || judge.kappa.high === null) throw new Error("no κ");
      expect(judge.kappa.method).toBe("infinitesimal jackknife");
      expect(judge.kappa.high - judge.kappa.low).toBeGreaterThan(0.01);
      expect(judge.kappa.high - judge.kappa.low).toBeLessThan(0.08);
    }
    const [first] = report.judges;
    const chosen = await loadReport(command, { studyId, replicates: 1000, judgeId: first?.id });
    const full = chosen.judges.find((judge) => judge.id === first?.id)?.report.kappa;
    expect(full).toMatchObject({ method: "bootstrap over items, BCa" });
  }, 200_000);
});
