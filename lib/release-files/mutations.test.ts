import { expect, test } from "vitest";
import { AgreementFile } from "./agreement-file";
import { Manifest } from "./manifest";
import type { Check } from "./release-source";
import { writeManifest, writeSums } from "./seal-release";
import { makeRelease, sourceOf, textOf } from "./test-release";
import { sha256 } from "./test-rows";
import { verifyRelease } from "./verify-release";

type Files = Map<string, Buffer>;
type Mutation = [name: string, change: (files: Files) => void, file: string, check: Check];

const { files: whole } = await makeRelease();

function edit(path: string, from: string | RegExp, to: string) {
  return (files: Files) => {
    const text = textOf(files, path);
    const next = text.replace(from, to);
    if (next === text) throw new Error(`${path} has no ${from}: this mutation would change nothing.`);
    files.set(path, Buffer.from(next));
  };
}

function flip(path: string, at: number) {
  return (files: Files) => {
    const bytes = Buffer.from(files.get(path) ?? "");
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    files.set(path, bytes);
  };
}

/** Makes every hash, size and sum right again: what is left to find is what the rows contradict. */
function cover(files: Files): void {
  const manifest = Manifest.parse(JSON.parse(textOf(files, "manifest.json")));
  for (const file of manifest.files) {
    const bytes = files.get(file.path);
    if (bytes) Object.assign(file, { sha256: sha256(bytes), bytes: bytes.length });
  }
  files.set("manifest.json", Buffer.from(writeManifest(manifest)));
  const own = { path: "manifest.json", sha256: sha256(files.get("manifest.json") ?? "") };
  files.set("SHA256SUMS", Buffer.from(writeSums([...manifest.files, own])));
}

const change = (edit: (manifest: Manifest) => void) => (files: Files) => {
  const manifest = Manifest.parse(JSON.parse(textOf(files, "manifest.json")));
  edit(manifest);
  files.set("manifest.json", Buffer.from(writeManifest(manifest)));
};
const number = (edit: (file: AgreementFile) => void) => (files: Files) => {
  const agreement = AgreementFile.parse(JSON.parse(textOf(files, "agreement.json")));
  edit(agreement);
  files.set("agreement.json", Buffer.from(`${JSON.stringify(agreement, null, 2)}\n`));
};
const swapLines = (path: string, first: number) => (files: Files) => {
  const lines = textOf(files, path).split("\n");
  [lines[first], lines[first + 1]] = [lines[first + 1] ?? "", lines[first] ?? ""];
  files.set(path, Buffer.from(lines.join("\n")));
};
const dropLine = (path: string, line: number) => (files: Files) => {
  const lines = textOf(files, path).split("\n");
  files.set(path, Buffer.from(lines.toSpliced(line, 1).join("\n")));
};
const drop = (path: string) => (files: Files) => void files.delete(path);

test.each([...whole.keys()].filter((path) => path !== "SHA256SUMS" && path !== "manifest.json"))(
  "one bit of %s is changed",
  async (path) => {
    const files = new Map(whole);
    flip(path, Math.floor((whole.get(path)?.length ?? 0) / 2))(files);
    const { findings } = await verifyRelease(sourceOf(files));
    expect(findings).toContainEqual(expect.objectContaining({ file: path, check: "sha-256" }));
  },
);

const OPEN: Mutation[] = [
  ["a sum is edited", edit("SHA256SUMS", /^./, "x"), "SHA256SUMS", "sums"],
  ["a row is dropped", dropLine("labels.jsonl", 3), "labels.jsonl", "rows"],
  ["a label is swapped", edit("labels.jsonl", '"value":"3"', '"value":"2"'), "labels.jsonl", "sha-256"],
  ["a file is added", (files) => files.set("notes.txt", Buffer.from("x")), "notes.txt", "extra file"],
  ["a file is taken away", drop("qrels/grade-settled.qrels"), "qrels/grade-settled.qrels", "missing file"],
  ["the sums are taken away", drop("SHA256SUMS"), "SHA256SUMS", "missing file"],
  ["the manifest is taken away", drop("manifest.json"), "manifest.json", "missing file"],
  ["the manifest is cut off", edit("manifest.json", /\}\n$/, ""), "manifest.json", "manifest"],
  ["the licence is changed", edit("manifest.json", '"cc-by-4.0"', '"cc0-1.0"'), "README.md", "text"],
  [
    "a file is renamed",
    (files) => {
      files.set("layers/other.csv", files.get("layers/grade-majority.csv") ?? Buffer.alloc(0));
      files.delete("layers/grade-majority.csv");
    },
    "layers/grade-majority.csv",
    "missing file",
  ],
];

test.each(OPEN)("%s", async (_, mutate, file, check) => {
  const files = new Map(whole);
  mutate(files);
  const { findings } = await verifyRelease(sourceOf(files));
  expect(findings).toContainEqual(expect.objectContaining({ file, check }));
});

/** The same by somebody who knows the layout and makes all hashes right again. */
const COVERED: Mutation[] = [
  [
    "a label is swapped in JSON lines",
    edit("labels.jsonl", '"value":"3"', '"value":"2"'),
    "agreement.json",
    "agreement",
  ],
  ["… and its CSV tells it", edit("labels.jsonl", '"value":"3"', '"value":"2"'), "labels.csv", "form"],
  ["… and its Parquet tells it", edit("labels.jsonl", '"value":"3"', '"value":"2"'), "labels.parquet", "form"],
  ["… and the counts tell it", edit("labels.jsonl", '"value":"3"', '"value":"2"'), "manifest.json", "counts"],
  [
    "… and the layer tells it",
    edit("labels.jsonl", '"value":"3"', '"value":"2"'),
    "layers/grade-majority.jsonl",
    "layer provenance",
  ],
  [
    "a judge’s label is swapped",
    edit(
      "labels.jsonl",
      '"value":"5","derived":false,"counted":true,"origin":"imported"',
      '"value":"4","derived":false,"counted":true,"origin":"imported"',
    ),
    "layers/grade-judge.jsonl",
    "layer provenance",
  ],
  ["a row is dropped", dropLine("labels.jsonl", 3), "labels.jsonl", "rows"],
  ["two rows change places", swapLines("labels.jsonl", 3), "labels.jsonl", "row"],
  [
    "two rows of a layer change places",
    swapLines("layers/grade-majority.jsonl", 3),
    "layers/grade-majority.jsonl",
    "row",
  ],
  [
    "a layer’s label is swapped",
    edit("layers/grade-majority.jsonl", '"label":"3"', '"label":"4"'),
    "layers/grade-majority.jsonl",
    "layer label",
  ],
  [
    "a tie is given a label",
    edit("layers/grade-majority.jsonl", '"label":null,"decided":"tie"', '"label":"1","decided":"majority"'),
    "layers/grade-majority.jsonl",
    "layer label",
  ],
  [
    "a settled answer is changed",
    edit("adjudications.jsonl", '"value":"2"', '"value":"3"'),
    "layers/grade-settled.jsonl",
    "layer label",
  ],
  [
    "an edge’s label is swapped",
    edit("layers/match-edges.jsonl", '"label":"yes"', '"label":"no"'),
    "layers/match-edges.jsonl",
    "layer label",
  ],
  [
    "an edge’s count is edited",
    edit("layers/match-edges.jsonl", '"n_positive":1', '"n_positive":2'),
    "layers/match-edges.jsonl",
    "layer label",
  ],
  [
    "a layer leaves a label out",
    edit(
      "layers/grade-judge.jsonl",
      /"raters":\["r-judge"\],"values":\["1"\],"counts_as":\["1"\],"rounds":\["corpus"\],"codebook_versions":\[1\]/,
      '"raters":[],"values":[],"counts_as":[],"rounds":[],"codebook_versions":[]',
    ),
    "layers/grade-judge.jsonl",
    "layer provenance",
  ],
  ["a cell of the CSV is edited", edit("labels.csv", ",5,", ",4,"), "labels.csv", "form"],
  ["a formula’s guard is taken off", edit("labels.csv", "\"'=1+1", '"=1+1'), "labels.csv", "form"],
  [
    "a grade of the qrels is edited",
    edit("qrels/grade-settled.qrels", / 5\n/, " 4\n"),
    "qrels/grade-settled.qrels",
    "qrels",
  ],
  ["a rater’s qrels are edited", edit("qrels/rater-r-b.qrels", / 5\n/, " 4\n"), "qrels/rater-r-b.qrels", "qrels"],
  [
    "BEIR’s qrels are edited",
    edit("beir/grade-settled/qrels/test.tsv", /\t5\n/, "\t4\n"),
    "beir/grade-settled/qrels/test.tsv",
    "qrels",
  ],
  [
    "a document of BEIR’s is renamed",
    edit("beir/grade-settled/corpus.jsonl", '"_id":"1001"', '"_id":"999"'),
    "beir/grade-settled",
    "beir",
  ],
  [
    "the alt-test file is edited",
    edit("alt-test/grade/llm_annotations.json", '"u10":5', '"u10":4'),
    "alt-test/grade/llm_annotations.json",
    "alt-test",
  ],
  [
    "a coefficient is edited",
    number(({ numbers: [first] }) => {
      if (first?.value) first.value += 0.001;
    }),
    "agreement.json",
    "agreement",
  ],
  [
    "an interval is edited",
    number(({ numbers: [, second] }) => {
      if (second?.high) second.high -= 0.01;
    }),
    "agreement.json",
    "agreement",
  ],
  [
    "another seed is named",
    number(({ numbers: [first] }) => {
      if (first?.interval) first.interval.seed = "other";
    }),
    "agreement.json",
    "agreement",
  ],
  [
    "a rater is left out of a recipe",
    number(({ numbers: [first] }) => void first?.raters.pop()),
    "agreement.json",
    "agreement",
  ],
  [
    "n is edited",
    number(({ numbers: [first] }) => {
      if (first) first.n += 1;
    }),
    "agreement.json",
    "agreement",
  ],
  ["the report’s number is edited", edit("report.md", ".743", ".843"), "report.md", "text"],
  [
    "the card’s number is edited",
    edit("README.md", "| r-b | human | 23 |", "| r-b | human | 32 |"),
    "README.md",
    "text",
  ],
  ["the card’s licence is changed", edit("README.md", "license: cc-by-4.0", "license: mit"), "README.md", "text"],
  ["the card forgets a file", edit("README.md", /.*labels-csv\n.*\n.*\n.*\n/, ""), "README.md", "card"],
  ["the change log is edited", edit("CHANGES.md", "1 withdrawn", "0 withdrawn"), "CHANGES.md", "text"],
  [
    "a hash of Croissant’s is edited",
    edit("croissant.json", /"sha256": "./, '"sha256": "x'),
    "croissant.json",
    "croissant",
  ],
  [
    "a reference of Croissant’s leads nowhere",
    edit("croissant.json", '"@id": "items/item"\n', '"@id": "items/key"\n'),
    "croissant.json",
    "croissant",
  ],
  [
    "a label count is edited",
    change((manifest) => {
      const counts = manifest.labelCounts.grade;
      if (counts) counts["5"] = 1;
    }),
    "manifest.json",
    "counts",
  ],
  [
    "a rater’s count is edited",
    change(({ raters: [first] }) => {
      if (first) first.labels += 1;
    }),
    "manifest.json",
    "counts",
  ],
  [
    "a round’s count is edited",
    change(({ rounds: [first] }) => {
      if (first) first.labels += 1;
    }),
    "manifest.json",
    "counts",
  ],
  [
    "the coverage is edited",
    change(({ coverage: [first] }) => {
      if (first) first.labelled += 1;
    }),
    "manifest.json",
    "counts",
  ],
  [
    "the drawn number of a stratum is edited",
    change(({ samples: [first] }) => {
      const [stratum] = first?.strata ?? [];
      if (stratum) stratum.drawn = 13;
    }),
    "manifest.json",
    "counts",
  ],
  [
    "the chance of a stratum is edited",
    change(({ samples: [first] }) => {
      const [stratum] = first?.strata ?? [];
      if (stratum) stratum.inclusionProbability = 0.5;
    }),
    "manifest.json",
    "counts",
  ],
  [
    "a layer’s count is edited",
    change(({ layers: [first] }) => {
      if (first) first.counts.labelled += 1;
    }),
    "manifest.json",
    "layer counts",
  ],
  [
    "a layer’s rule is changed",
    change(({ layers: [first] }) => {
      if (first) first.rule = { kind: "unanimous", least: 1 };
    }),
    "layers/grade-majority.jsonl",
    "layer label",
  ],
  [
    "a row count is edited",
    change(({ files }) => {
      const file = files.find((one) => one.path === "labels.parquet");
      if (file) file.rows = 1;
    }),
    "labels.parquet",
    "rows",
  ],
  ["the codebook is edited", edit("codebook.json", "Fixture", "Other"), "codebook.json", "codebook"],
  ["an item is taken away", dropLine("items.jsonl", 13), "labels.jsonl", "row"],
  [
    "a paper table’s id is no number",
    edit("tables/rhetoric_labels_paper_level.jsonl", '"candidate_corpusid":"-5"', '"candidate_corpusid":"five"'),
    "tables/rhetoric_labels_paper_level.jsonl",
    "row",
  ],
];

test.each(COVERED)("with all hashes made right again: %s", async (_, mutate, file, check) => {
  const files = new Map(whole);
  mutate(files);
  cover(files);
  const { findings } = await verifyRelease(sourceOf(files));
  expect(findings).toContainEqual(expect.objectContaining({ file, check }));
  expect(findings.every((finding) => finding.check !== "sha-256" && finding.check !== "sums")).toBe(true);
});
