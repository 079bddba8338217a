import { describe, expect, it } from "vitest";
import { UsageError } from "@/bin/command";
import { ServiceError } from "@/lib/errors";
import { agreementReport } from "./agreement-report";
import { type FileQuestion, fileData } from "./file-data";
import { categoryList, reportOptions } from "./options";

const QUESTION = { fileName: "f", scale: "nominal", reference: "majority", judges: [], abstain: [] } as const;

/** The text in pieces of three bytes, as a slow pipe gives it. */
async function* bytesOf(text: string) {
  const all = new TextEncoder().encode(text);
  for (let at = 0; at < all.length; at += 3) yield all.subarray(at, at + 3);
}

async function read(text: string, more: Partial<FileQuestion> = {}) {
  return fileData(bytesOf(text), { ...QUESTION, judges: [], abstain: [], ...more });
}

async function faultsOf(text: string, more: Partial<FileQuestion> = {}) {
  const error = await read(text, more).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw new Error(`not refused: ${error}`);

  return error.details.faults ?? [];
}

async function humans(text: string, more: Partial<FileQuestion> = {}) {
  const { data } = await read(text, more);
  const { categories, raters, labels, items, weights } = data.humans;

  return { categories, raters, labels: [...labels], items: [...items], ...(weights && { weights: [...weights] }) };
}

describe("long or wide", () => {
  it("is long where item, rater and label are columns, in any order and beside others", async () => {
    expect(await humans("note,label,item,rater\nx,b,1,ann\ny,a,1,bob\nz,a,2,bob\n")).toEqual({
      categories: ["a", "b"],
      raters: ["ann", "bob"],
      labels: [1, 0, -1, 0],
      items: [1, 1],
    });
  });

  it("is wide otherwise; the first column holds ids only where it is named so", async () => {
    expect(await humans("key,ann,bob\nx,a,b\ny,a,\n")).toMatchObject({ raters: ["ann", "bob"], labels: [0, 1, 0, -1] });
    const { data, notices } = await read("paper,ann\nx,a\ny,a\n");
    expect(data.humans.raters).toEqual(["paper", "ann"]);
    expect(notices[0]).toContain("--item COLUMN");
    expect(await humans("paper,ann\nx,a\ny,a\n", { item: "paper" })).toMatchObject({ raters: ["ann"], items: [2] });
  });

  it("keeps the order of columns named by numbers, and reads a header that looks like qrels", async () => {
    expect(await humans("item\t1\t2\nu1\ta\tb\n")).toMatchObject({ raters: ["1", "2"], labels: [0, 1] });
    expect(await humans("ann,2,1,item\na,b,a,7\n", { item: "item" })).toMatchObject({ raters: ["ann", "2", "1"] });
  });

  it("reads TSV, semicolons, a byte order mark and quoted line breaks", async () => {
    expect(await humans('\uFEFFitem;r;s\r\n1;"a;\nb";c\r\n')).toMatchObject({ categories: ["a;\nb", "c"] });
  });

  it("refuses a format that does not fit, naming what is missing", async () => {
    await expect(read("item,ann\n1,a\n", { format: "long" })).rejects.toThrow("rater, label is missing");
    expect(await humans("item,rater,label\n1,a,b\n", { format: "wide" })).toMatchObject({ raters: ["rater", "label"] });
  });
});

describe("what is missing and what is a label", () => {
  it("takes an empty cell as missing, and nan, NA, null and spaces as labels", async () => {
    expect(await humans("item,r,s\n1,nan,\n2,NA,null\n3, a,a\n")).toMatchObject({
      categories: [" a", "NA", "a", "nan", "null"],
    });
  });

  it("takes the empty text of JSON as a label, and null or no key as missing", async () => {
    const text = '{"item":1,"r":"","s":"a"}\n{"item":2,"r":null,"s":"a"}\n{"item":3,"s":"","t":"a"}\n';
    expect(await humans(text)).toEqual({
      categories: ["", "a"],
      raters: ["r", "s", "t"],
      labels: [0, 1, -1, -1, 1, -1, -1, 0, 1],
      items: [1, 1, 1],
    });
  });

  it("never trims nor lowers: a, A and 'a ' are three labels", async () => {
    const { categories } = await humans("item,r,s\n1,a,A\n2,a ,a\n");
    expect(categories).toEqual(["A", "a", "a "]);
  });

  it("reads true and false, but refuses objects and types mixed", async () => {
    expect(await humans('{"item":1,"r":true,"s":false}')).toMatchObject({ categories: ["false", "true"] });
    expect(await faultsOf('{"item":1,"r":[1]}')).toMatchObject([{ line: 1, column: "r" }]);
    expect(await faultsOf('{"item":1,"r":1}\n{"item":2,"r":"1"}')).toMatchObject([{ line: 2, column: "r" }]);
  });
});

describe("refusals", () => {
  it("names both rows of a double label, and the item that stands twice in a wide file", async () => {
    const long = await faultsOf("item,rater,label\n1,ann,a\n2,ann,a\n1,ann,a\n");
    expect(long).toMatchObject([{ line: 4, reason: "ann labelled the item 1 twice: lines 2 and 4." }]);
    expect(await faultsOf("item,ann\n1,a\n1,\n")).toMatchObject([
      { line: 3, reason: expect.stringContaining("line 2") },
    ]);
  });

  it("names the place of an undeclared label, and the near one that was meant", async () => {
    const [fault] = await faultsOf("item,r,s\n1,Yes,no\n2,yes,no\n", { categories: ["yes", "no"] });
    expect(fault).toMatchObject({ line: 2, column: "r" });
    expect(fault?.reason).toContain('"yes" is another one');
    expect(await faultsOf("item,r\n1,1.0\n", { categories: ["1"], scale: "ordinal" })).toHaveLength(1);
  });

  it("refuses fractions as names, whether declared or not, and takes them on an interval scale", async () => {
    const text = "item,r,s\n1,0.1,0.30000000000000004\n2,0.3,0.3\n";
    expect((await faultsOf(text))[0]?.reason).toContain("--scale interval");
    expect(await faultsOf(text, { categories: ["0.1", "0.3", "0.30000000000000004"] })).toHaveLength(3);
    expect(await humans(text, { scale: "interval" })).toMatchObject({
      categories: ["0.1", "0.3", "0.30000000000000004"],
    });
  });

  it("asks for the order of texts, for numbers on an interval scale, and for one way of writing a number", async () => {
    await expect(read("item,r\n1,low\n2,high\n", { scale: "ordinal" })).rejects.toThrow(UsageError);
    await expect(read("item,r\n1,low\n", { scale: "interval", categories: ["low"] })).rejects.toThrow(UsageError);
    expect(await faultsOf("item,r\n1,1\n2,1.0\n", { scale: "ordinal" })).toHaveLength(1);
  });

  it("orders numbers by size, not as text", async () => {
    expect(await humans("item,r,s\n1,10,9\n2,2,2\n", { scale: "ordinal" })).toMatchObject({
      categories: ["2", "9", "10"],
    });
  });

  it("refuses weights that are none, and two weights for one item", async () => {
    expect(await faultsOf("item,rater,label,weight\n1,a,x,0\n")).toMatchObject([{ line: 2, column: "weight" }]);
    expect(await faultsOf("item,rater,label,weight\n1,a,x,2\n1,b,x,3\n")).toMatchObject([{ line: 3 }]);
    expect(await humans("item,r,weight\n1,a,1\n2,b,3\n")).toMatchObject({ raters: ["r"], weights: [0.5, 1.5] });
  });

  it("refuses a missing cluster, an unknown judge and a file without rows", async () => {
    expect(await faultsOf("item,r,paper\n1,a,\n", { cluster: "paper" })).toMatchObject([{ column: "paper" }]);
    await expect(read("item,r\n1,a\n", { judges: ["gpt"] })).rejects.toThrow("no rater gpt");
    await expect(read("item,r\n")).rejects.toThrow("no rows");
    await expect(read("")).rejects.toThrow(ServiceError);
    await expect(read("item,r\n1,a\n", { reference: "adjudicated" })).rejects.toThrow(UsageError);
  });
});

describe("options", () => {
  it("reads category lists, quoted or as JSON, and refuses empty or repeated ones", () => {
    expect(categoryList('"a, b",c')).toEqual(["a, b", "c"]);
    expect(categoryList('["","a"]')).toEqual(["", "a"]);
    for (const said of ["a,,b", "a,a", "[1", '["a","a"]']) expect(() => categoryList(said)).toThrow(UsageError);
  });

  it("weighs AC2 on ordered scales and refuses what cannot be", () => {
    expect(reportOptions({})).toMatchObject({
      scale: "nominal",
      weights: "identity",
      reference: "majority",
      level: 0.95,
    });
    expect(reportOptions({ scale: "ordinal" })).toMatchObject({ weights: "quadratic", score: "neg_rmse" });
    for (const wrong of [
      { bootstrap: "-1" },
      { bootstrap: "x" },
      { level: "95" },
      { scale: "ranks" },
      { reference: "median" },
    ])
      expect(() => reportOptions(wrong)).toThrow(UsageError);
  });
});

/*
 * By hand: people AAA AAB BBB BBA AB BBB AAA (the fifth item is a tie), judge A A B A A UNSURE –.
 * Against the majority A A B B – B A the judge answers 4 of 6 items, 3 of them rightly.
 */
const JUDGED = `item,h1,h2,h3,gpt
1,A,A,A,A
2,A,A,B,A
3,B,B,B,B
4,B,B,A,A
5,A,B,,A
6,B,B,B,UNSURE
7,A,A,A,
`;

describe("a judge", () => {
  const options = reportOptions({ bootstrap: "200", seed: "s" });
  const judged = async (reference: "majority" | "each") => {
    const more = { judges: ["gpt"], abstain: ["UNSURE"], reference };
    const { data } = await read(JUDGED, more);

    return agreementReport(data, { ...options, reference });
  };

  it("against the majority, by hand", async () => {
    const report = await judged("majority");
    expect(report).toMatchObject({
      items: 7,
      raters: 3,
      labels: 20,
      categories: ["A", "B"],
      warnings: expect.anything(),
    });
    const [judge] = report.judges;
    expect(judge).toMatchObject({
      items: 4,
      coverage: { value: 4 / 6, n: 6 },
      accuracy: { value: 3 / 4, n: 4 },
      cohen_kappa: { value: 0.5 },
      precision: { A: { value: 2 / 3 }, B: { value: 1 } },
      recall: { A: { value: 1 }, B: { value: 1 / 2 } },
      f1: { A: { value: 4 / 5 }, B: { value: 2 / 3 } },
      alt_test: { winning_rate: { undefined: "no_pairable" }, passed: null },
      // On items 1 to 5: h1 and h2 2 of 3, h3 2 of 4; two others who differ make no reference.
      human_ceiling: { accuracy: { value: expect.closeTo((2 / 3 + 2 / 3 + 2 / 4) / 3, 12) } },
      pair_means: { percent_agreement: { value: expect.closeTo((4 / 5 + 3 / 5 + 3 / 4) / 3, 12) } },
      provenance: { twoOrMoreRaters: 6, ties: 1 },
      abstentions_wrong: { accuracy: { value: 3 / 5, n: 5 } },
    });
  });

  it("against each rater in turn: h1 4 of 5, h2 3 of 5, h3 3 of 4", async () => {
    const [judge] = (await judged("each")).judges;
    expect(judge?.references?.map(({ rater, accuracy }) => [rater, accuracy])).toMatchObject([
      ["h1", { value: 4 / 5 }],
      ["h2", { value: 3 / 5 }],
      ["h3", { value: 3 / 4 }],
    ]);
    expect(judge?.accuracy).toMatchObject({ value: expect.closeTo((4 / 5 + 3 / 5 + 3 / 4) / 3, 12), n: 5 });
  });

  it("gives the same numbers for the same seed, others for another, and none without a bootstrap", async () => {
    expect(await judged("each")).toEqual(await judged("each"));
    const { data } = await read(JUDGED);
    const low = (seed: string) => {
      const { percent_agreement } = agreementReport(data, { ...options, seed }).pairs[0] ?? {};

      return percent_agreement && "low" in percent_agreement ? percent_agreement : undefined;
    };
    expect(low("s")).toEqual(low("s"));
    const none = agreementReport(data, { ...options, bootstrap: 0 });
    expect(none.pairs_summary.cohen_kappa.mean).toMatchObject({ low: null, high: null });
    expect(none.coefficients.krippendorff_alpha).toMatchObject({ low: null, high: null, method: "none" });
  });
});
