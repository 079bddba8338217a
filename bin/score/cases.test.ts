import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/errors";
import { differences, scoredOnce, shared } from "./test-scoring";

type Values = Record<string, Record<string, number>>;
type Reference = { exit: number; values: Values };
type Variant = { flags: string[]; reference: Record<string, Reference> };
type Case = { variants: Record<string, Variant> };

const folder = shared("cases/scorer");

/** Cases that are refused whatever trec_eval says, and the line that must be named. */
const REFUSED: Record<string, [file: string, line: number]> = {
  "08-duplicate-doc-in-run": ["run.txt", 3],
  "19-nan-score": ["run.txt", 1],
  "21-five-column-run": ["run.txt", 1],
  "29-no-common-query": ["run.txt", 1],
  "31-fractional-grade": ["qrels.txt", 1],
  "33-empty-run": ["run.txt", 1],
};

/** Cases whose advice differs from trec_eval: a word of the warning, and the values by the advice (by hand). */
const ADVISED: Record<string, { warning: RegExp; recip_rank: number }> = {
  "22-bom": { warning: /byte order mark/, recip_rank: 0.75 },
  "23-bom-in-run-only": { warning: /byte order mark/, recip_rank: 0.75 },
  "35-blank-line-in-qrels": { warning: /blank line/, recip_rank: 0.5 },
  "38-beir-qrels-header": { warning: /BEIR/, recip_rank: 0.5 },
};

const WARNED: Record<string, RegExp> = {
  "15-tabs-and-spaces": /blank line/,
  "16-rank-contradicts-score": /rank column contradicts/,
  "17-ascending-distances": /look like distances/,
  "05-float32-vs-float64": /single precision/,
};

const FLAGS: Record<string, string[]> = {
  "-c": ["--average", "complete"],
  "-J": ["--judged-only"],
  "-M10": ["--depth", "10"],
  "-l4": ["--relevance-level", "4"],
};

describe.skipIf(!folder)("the cases of ../shared/cases/scorer", () => {
  const names = folder ? readdirSync(folder).filter((name) => /^\d\d-/.test(name)) : [];

  it("are thirty", () => expect(names).toHaveLength(30));

  it.each(names)("%s", async (name) => {
    const at = (file: string) => path.join(folder ?? "", name, file);
    const files = ["--qrels", at("qrels.txt"), "--run", at("run.txt")];
    const refused = REFUSED[name];
    if (refused) {
      const error = await scoredOnce(...files).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ServiceError);
      const [file, line] = refused;
      expect((error as ServiceError).details.faults?.[0]).toMatchObject({ file: at(file), line });
      return;
    }
    const advised = ADVISED[name];
    if (advised) {
      const report = await scoredOnce(...files);
      expect(report.warnings.join("\n")).toMatch(advised.warning);
      expect(report.metrics.recip_rank).toMatchObject({ value: advised.recip_rank });
      return;
    }
    const { variants } = JSON.parse(readFileSync(at("expected.json"), "utf8")) as Case;
    let compared = 0;
    for (const { flags, reference } of Object.values(variants)) {
      const average = flags.includes("-c") ? [] : ["--average", "intersection"];
      const report = await scoredOnce(...files, ...average, ...flags.flatMap((flag) => FLAGS[flag] ?? ["--unknown"]));
      const expected = referenceOf(reference);
      const found = differences(report, expected.values);
      expect(found.lines).toEqual([]);
      compared += found.compared;
      const warned = WARNED[name];
      if (warned) expect(report.warnings.join("\n")).toMatch(warned);
    }
    expect(compared).toBeGreaterThan(40);
  });
});

/** trec_eval 10 where it goes through; without -c it stops at a query without results, where version 9 averages over the rest. */
function referenceOf(reference: Record<string, Reference>): Reference {
  const [nine, ten] = [reference["trec_eval-9.0.8"], reference["trec_eval-10.0-rc3"]];
  const chosen = ten?.exit === 0 ? ten : nine;
  if (chosen?.exit !== 0) throw new Error("no reference goes through");

  return chosen;
}
