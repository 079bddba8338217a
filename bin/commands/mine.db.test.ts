import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { main } from "@/bin/main";
import { captureOutput } from "@/bin/test-output";
import { prisma } from "@/lib/db/client";
import { createStudy } from "@/lib/studies/create-study";

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-mine-"));
const said = captureOutput();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function study(builtIn: string) {
  const slug = `cli-${Math.random().toString(36).slice(2, 10)}`;
  const ctx = { actor: { kind: "command" as const }, requestId: "test" };
  const { studyId } = await createStudy(ctx, { slug, name: slug, codebook: { builtIn } });

  return { slug, studyId };
}

function at(name: string, text?: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  if (text !== undefined) writeFileSync(file, text);

  return file;
}

function paper(paper_id: string, year: string, ...texts: string[]): string {
  const body_text = texts.map((text) => ({
    text,
    section: "Method",
    sec_num: "2",
    cite_spans: text.includes("(Lee, 2016)")
      ? [{ start: text.indexOf("(Lee"), end: text.indexOf("(Lee") + 11, text: "(Lee, 2016)", ref_id: "BIBREF0" }]
      : [],
  }));
  const bib_entries = { BIBREF0: { ref_id: "b0", title: "Trees", year: 2016, link: "77" } };

  return JSON.stringify({ paper_id, metadata: { title: "T", year }, abstract: [], body_text, bib_entries });
}

const PROBLEM = "Long inputs outgrow the memory of a single device (Lee, 2016).";
const REMEDY = "To tackle this, we keep only every fourth layer of the cache.";
const CONTRAST = "However, nothing in this world is ever quite as bad as it seems.";
const LEXICON =
  "marker,relation,origin,status\nto tackle this,ADDRESS,manual,valid\nhowever,CONTRAST,manual,\nmore generally,BROADEN,manual,\n";

function corpus(): string {
  at(
    "corpus/a.jsonl",
    `${paper("1", "2024", `${PROBLEM} ${REMEDY} ${CONTRAST}`)}\n{"paper_id": \n${paper("2", "2026", `${PROBLEM} ${REMEDY}`)}\n`,
  );
  at("corpus/b.txt", "no paper");
  at(
    "corpus/c.json",
    paper(
      "3",
      "2025",
      "Another long input outgrows the memory of that device. To tackle this, it is halved and then halved once more.",
    ),
  );

  return path.join(folder, "corpus");
}

test("pairs, distractors and vetting items; bad files are listed at the end and the code is 1", async () => {
  const lexicon = at("lexicon.csv", LEXICON);
  const [pairs, pool, vetting] = [at("pairs.jsonl"), at("pool.jsonl"), at("vetting.jsonl")];
  const args = [corpus(), "--lexicon", lexicon, "--out", pairs, "--distractors", pool, "--vetting", vetting, "--json"];
  expect(await main(["mine", ...args])).toBe(1);
  const summary = JSON.parse(said.out);
  // three papers; a 3, 2 and 2 sentences: 2 + 1 + 1 pairs; the pair of paper 2 is that of paper 1
  expect(summary).toMatchObject({
    files: 3,
    documents: 3,
    pairsRead: 4,
    items: 2,
    distractors: 1,
    left: { short: 0, long: 0, malformed: 0, duplicate: 1 },
    splits: { train: 2, valid: 0, test: 0, undated: 1 },
    lexicon: [
      { origin: "manual", relation: "ADDRESS", candidates: 1, fired: 1 },
      { origin: "manual", relation: "BROADEN", candidates: 1, fired: 0 },
      { origin: "manual", relation: "CONTRAST", candidates: 1, fired: 1 },
    ],
  });
  expect(summary.markers[0]).toEqual({
    marker: "to tackle this",
    relation: "ADDRESS",
    origin: "manual",
    fired: 3,
    kept: 2,
  });
  expect(said.err).toContain(`${path.join(folder, "corpus/b.txt")}:1: This is no full text`);
  expect(said.err).toContain(`${path.join(folder, "corpus/a.jsonl")}:2:`);
  expect(
    readFileSync(pool, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).s2),
  ).toEqual(["Nothing in this world is ever quite as bad as it seems."]);

  const before = readFileSync(pairs, "utf8");
  said.out = "";
  await main(["mine", ...args]);
  expect(readFileSync(pairs, "utf8")).toBe(before);

  const pairStudy = await study("marker-pair");
  said.out = "";
  expect(await main(["import", "--study", pairStudy.slug, "items", pairs])).toBe(0);
  expect(said.out).toContain("Imported: 2 items added");
  const items = await prisma().item.findMany({ where: { studyId: pairStudy.studyId }, orderBy: { key: "asc" } });
  expect(items[0]?.content).toMatchObject({
    relation: "ADDRESS",
    s1: PROBLEM,
    marker: "to tackle this",
    s2: "We keep only every fourth layer of the cache.",
    s2_raw: "we keep only every fourth layer of the cache.",
    section: "2 Method",
    split: "train",
    marker_start: PROBLEM.length + 1,
  });
  const vettingStudy = await study("marker-vetting");
  said.out = "";
  expect(await main(["import", "--study", vettingStudy.slug, "items", vetting])).toBe(0);
  expect(said.out).toContain("Imported: 1 items added");
});

test("openings that are discovered are items of marker-vetting without a relation; those of a lexicon are passed over", async () => {
  const file = at("found.jsonl");
  const lexicon = at("known.csv", "marker,relation,origin\nhowever,CONTRAST,manual\n");
  expect(await main(["mine", corpus(), "--discover", "--out", file, "--lexicon", lexicon])).toBe(1);
  const found = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(found.map(({ marker, frequency, relation }) => [marker, frequency, relation])).toEqual([
    ["to tackle this", 3, undefined],
  ]);
  expect(found[0].pairs).toHaveLength(3);
  const { slug } = await study("marker-vetting");
  expect(await main(["import", "--study", slug, "items", file])).toBe(0);
  said.out = "";
  expect(await main(["mine", corpus(), "--discover", "--json"])).toBe(1);
  expect(JSON.parse(said.out).found).toEqual([
    { opening: "to tackle this", count: 3 },
    { opening: "however", count: 1 },
  ]);
});

test("a lexicon with a fault is not used at all; templates and connectives give lexicons that can be read", async () => {
  const clash = at("clash.csv", `${LEXICON}However,SPECIFY,manual,\n`);
  expect(await main(["mine", corpus(), "--lexicon", clash])).toBe(1);
  expect(said.err).toContain(`${clash}:5:marker: “however” stands in line 3 already as CONTRAST`);
  expect(said.out).toBe("");

  const templates = at(
    "t.yaml",
    'templates:\n  - relation: ADDRESS\n    patterns: ["to {v} this"]\n    lists: { v: [fix, tackle] }\n',
  );
  const made = at("made.csv");
  expect(await main(["mine", "--expand-templates", templates, "--out", made])).toBe(0);
  expect(readFileSync(made, "utf8")).toBe(
    "marker,relation,origin,status,comma\nto fix this,ADDRESS,template,unvetted,required\nto tackle this,ADDRESS,template,unvetted,required\n",
  );
  expect(await main(["mine", corpus(), "--lexicon", made, "--json"])).toBe(1);
  expect(JSON.parse(said.out)).toMatchObject({ items: 2, distractors: 0 });

  const connectives = at("connectives.csv", "marker,relation,origin\nto tackle,ADDRESS,manual\n");
  said.out = "";
  expect(await main(["mine", corpus(), "--extend", connectives])).toBe(1);
  expect(said.out).toBe("marker,relation,origin,status,comma\nto tackle this,ADDRESS,extended,unvetted,required\n");
  expect(await main(["mine", "--expand-templates", at("bad.yaml", "templates: []\n")])).toBe(1);
  expect(await main(["mine", corpus()])).toBe(2);
});

test("extract: items of both codebooks are imported; MasterSet's files are read again", async () => {
  const items = at("items.jsonl");
  expect(await main(["extract", corpus(), "--out", items])).toBe(1);
  expect(said.out).toContain("2 items from 3 papers: 2 mentions, 2 distinct windows.");
  const role = await study("citation-role");
  expect(await main(["import", "--study", role.slug, "items", items])).toBe(0);
  const [first] = await prisma().item.findMany({ where: { studyId: role.studyId }, orderBy: { key: "asc" } });
  expect(first).toMatchObject({
    focalKey: "1",
    targetKey: "77",
    content: {
      context_text: `Long inputs outgrow the memory of a single device [REF_TARGET]. ${REMEDY}`,
      candidate_title: "Trees",
    },
  });

  const papers = at("papers");
  expect(await main(["extract", corpus(), "--to", "masterset", "--out", papers])).toBe(1);
  expect(JSON.parse(readFileSync(path.join(papers, "1.json"), "utf8"))).toMatchObject([
    { target: "b0", title: "Trees", year: 2016, contexts: [{ section: "2 Method" }], mentions: 1 },
  ]);
  const again = at("again.jsonl");
  expect(await main(["extract", path.join(papers, "1.json"), "--codebook", "must-cite", "--out", again])).toBe(0);
  const must = await study("must-cite");
  expect(await main(["import", "--study", must.slug, "items", again])).toBe(0);
  expect(await main(["extract", corpus(), "--window", "21"])).toBe(2);
  expect(await main(["extract", path.join(folder, "nowhere")])).toBe(2);
});
