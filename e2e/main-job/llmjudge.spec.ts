import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { sharedNames, sharedPath, sharedText } from "@/e2e/fixtures/shared";
import { testDatabase } from "@/scripts/test-database";

const PAIRS = 4423;

const CODEBOOK = `
assay: 1
id: four-point
title: Relevance
item:
  fields:
    - { id: qid, label: Query, type: text, showTo: none }
    - { id: docid, label: Passage, type: text, showTo: none }
  key: [qid, docid]
  focal: qid
  target: docid
questions:
  - id: relevance
    title: Relevance
    text: How well does the passage answer the query?
    scale: ordinal
    options:
      - { id: 0, label: not at all, key: 0 }
      - { id: 1, label: related, key: 1 }
      - { id: 2, label: partly, key: 2 }
      - { id: 3, label: perfectly, key: 3 }
`;

type Outcome = { code: number | null; out: string; err: string };

/** `node bin/assay.mjs …`, as a script would call it. */
function assay(url: string, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn("node", ["bin/assay.mjs", ...args], { env: { ...process.env, DATABASE_URL: url } });
    const outcome: Outcome = { code: null, out: "", err: "" };
    child.stdout.on("data", (part) => {
      outcome.out += part;
    });
    child.stderr.on("data", (part) => {
      outcome.err += part;
    });
    child.once("close", (code) => resolve({ ...outcome, code }));
  });
}

async function succeeds<T>(url: string, ...args: string[]): Promise<T> {
  const { code, out, err } = await assay(url, ...args, "--json");
  expect(code, `${args.join(" ")}\n${err}`).toBe(0);

  return JSON.parse(out) as T;
}

/** The lines of a judge's file whose last column is none of 0 … 3. */
function outOfRange(name: string): number[] {
  const text = sharedText(`data/llmjudge/scores/${name}.txt`) ?? "";

  return text.split("\n").flatMap((line, i) => (line.trim() === "" || /\s[0-3]\s*$/.test(line) ? [] : [i + 1]));
}

type Imported = { state: string; added: number; faultCount: number; faults: { line: number; reason: string }[] };
type Figure = { value: number; n: number };
type Judge = { judge: string; cohen_kappa: Figure; alpha_reference: Figure; alpha_pairs: Figure; coverage: Figure };
type Report = { judges: Judge[] };

const published = (sharedText("data/llmjudge/published_table3.csv") ?? "")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(",").slice(0, 3) as [string, string, string]);

test("33 judges by command line: κ and ordinal α of 31 as published, two files refused with their lines", async () => {
  test.skip(published.length === 0, "needs ../shared/data/llmjudge");
  test.setTimeout(400_000);
  const names = sharedNames("data/llmjudge/scores").map((name) => name.replace(/\.txt$/, ""));
  expect(names.map((name) => name.toLowerCase()).sort()).toEqual(published.map(([name]) => name.toLowerCase()).sort());
  const folder = mkdtempSync(path.join(os.tmpdir(), "assay-llmjudge-"));
  const database = await testDatabase();
  const { url } = database;
  const at = (name: string) => sharedPath(`data/llmjudge/${name}`) ?? "";
  try {
    const book = path.join(folder, "four-point.yaml");
    writeFileSync(book, CODEBOOK);
    await succeeds(url, "studies", "create", "llmjudge", "--codebook", book);
    const study = ["--study", "llmjudge"];
    const items = await succeeds<Imported>(url, "import", ...study, "items", at("llm4eval_test_qrel_2024.txt"));
    expect(items).toMatchObject({ state: "done", added: PAIRS });
    const qrels = at("llmjudge_test_qrel_idx.txt");
    const people = await succeeds<Imported>(url, "import", ...study, "human", qrels, "--rater", "assessors");
    expect(people).toMatchObject({ state: "done", added: PAIRS });

    const refused = names.filter((name) => outOfRange(name).length > 0);
    expect(refused).toHaveLength(2);
    for (const name of refused) {
      const wrong = outOfRange(name);
      const judge = ["import", ...study, "judge", at(`scores/${name}.txt`), "--run", name];
      const outcome = await assay(url, ...judge, "--json");
      const view = JSON.parse(outcome.out) as Imported;
      expect(outcome.code, name).toBe(1);
      expect(view, name).toMatchObject({ state: "refused", added: 0, faultCount: wrong.length });
      expect(view.faults.map((fault) => fault.line)).toEqual(wrong.slice(0, 100));
      // For people, without --json: the same places on standard error.
      const said = await assay(url, ...judge);
      expect(said.code).toBe(1);
      for (const line of wrong.slice(0, 100)) expect(said.err).toMatch(new RegExp(`${name}\\.txt:${line}:`));
    }
    // The others in one command, each run named by its file.
    const good = names.filter((name) => !refused.includes(name)).map((name) => at(`scores/${name}.txt`));
    const judged = await succeeds<Imported>(url, "import", ...study, "judge", ...good);
    expect(judged).toMatchObject({ state: "done", added: 31 * PAIRS, faultCount: 0 });

    const answer = await assay(url, "agreement", ...study, "--bootstrap", "0", "--json");
    expect(answer.code, answer.err).toBe(0);
    // In the report judges go by their pseudonyms; whose they are is said beside it.
    const nameOf = new Map(
      [...answer.err.matchAll(/^(\S+) is the judge (\S+)\.$/gm)].map(([, who, name]) => [who, name]),
    );
    const { judges } = JSON.parse(answer.out) as Report;
    expect(judges).toHaveLength(31);
    const kept = published.filter(([name]) => !refused.some((other) => other.toLowerCase() === name.toLowerCase()));
    const found = judges.map(({ judge, cohen_kappa, alpha_reference }) => [
      nameOf.get(judge) ?? judge,
      cohen_kappa.value.toFixed(4),
      alpha_reference.value.toFixed(4),
    ]);
    const inOrder = (rows: string[][]) => rows.map(([name = "", ...rest]) => [name.toLowerCase(), ...rest]).sort();
    expect(inOrder(found)).toEqual(inOrder(kept));
    for (const judge of judges) {
      expect(judge.coverage).toMatchObject({ value: 1, n: PAIRS });
      // One person is the reference, so that α with the reference and α over judge–rater pairs are one.
      expect(judge.alpha_pairs.value).toBeCloseTo(judge.alpha_reference.value, 12);
    }
  } finally {
    await database.end();
    rmSync(folder, { recursive: true, force: true });
  }
});
