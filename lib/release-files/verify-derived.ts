import type { IdType, Pages, Table } from "./columns";
import { firstDifference, rowReason } from "./compare-forms";
import {
  altTestLabels,
  encodeAltTest,
  encodeJudgements,
  type Judgement,
  layerJudgements,
  raterJudgements,
} from "./encode-judgements";
import { encodeParquet } from "./encode-parquet";
import { encodeCsv } from "./encode-text";
import type { Manifest, ManifestFile, ManifestQrels } from "./manifest";
import { readJsonl } from "./read-rows";
import { ReleaseRowError } from "./release-error";
import type { Check, Finding, ReleaseSource } from "./release-source";
import { readWhole } from "./release-source";

const encoder = new TextEncoder();

/** Runs a check of one file; rows that cannot stand become a finding of it. */
async function guarded(file: string, check: Check, run: () => Promise<string | undefined>): Promise<Finding[]> {
  try {
    const message = await run();

    return message === undefined ? [] : [{ file, check, message }];
  } catch (error) {
    return [{ file, check, message: rowReason(error) }];
  }
}

function saidDifference(difference: Awaited<ReturnType<typeof firstDifference>>, source: string): string | undefined {
  if (!difference) return undefined;
  const show = (text: string | undefined) =>
    text === undefined || text === "\u0000" ? "nothing" : JSON.stringify(text.slice(0, 200));

  return `line ${difference.line} is ${show(difference.found)}; ${source} gives ${show(difference.expected)}.`;
}

/**
 * CSV and Parquet against the JSON lines of the same table: the same bytes. Within a layout the encoders give the same
 * bytes for the same rows; a Parquet file that has others is refused and never decoded. O(bytes); memory of a row group.
 *
 * @example await checkForm(source, manifest, file, LABELS); // [] where labels.csv says what labels.jsonl says
 */
export function checkForm(source: ReleaseSource, file: ManifestFile, table: Table, ids: IdType): Promise<Finding[]> {
  const base = file.path.replace(/\.[a-z]+$/, ".jsonl");
  const rows = () => readJsonl(base, source.open(base));

  return guarded(file.path, "form", async () => {
    if (file.path.endsWith(".csv"))
      return saidDifference(
        await firstDifference(file.path, source.open(file.path), encodeCsv(table, ids, rows())),
        base,
      );
    if (await isSame(source.open(file.path), encodeParquet(table, ids, rows()))) return undefined;

    return `its bytes are not those that ${base} gives; it was not read.`;
  });
}

/** Whether bytes are those that an encoder gives. Readers of Parquet can be led astray by spoilt files, bytes cannot. */
async function isSame(found: AsyncIterable<Uint8Array>, expected: AsyncIterable<Uint8Array>): Promise<boolean> {
  const ours = found[Symbol.asyncIterator]();
  let held = new Uint8Array(0);
  for await (const part of expected) {
    for (let at = 0; at < part.byteLength; ) {
      if (held.byteLength === 0) {
        const next = await ours.next();
        if (next.done) return false;
        held = new Uint8Array(next.value);
      }
      const length = Math.min(held.byteLength, part.byteLength - at);
      if (Buffer.compare(held.subarray(0, length), part.subarray(at, at + length)) !== 0) return false;
      held = held.subarray(length);
      at += length;
    }
  }

  return held.byteLength === 0 && (await ours.next()).done === true;
}

/** A qrels file against the rows it follows from: made again and compared line by line. O(rows). */
export function checkQrels(source: ReleaseSource, qrels: ManifestQrels): Promise<Finding[]> {
  return guarded(qrels.path, "qrels", async () => {
    const { path, format, source: from } = qrels;
    const expected = encodeJudgements(format, path, judgementsOf(source, qrels));
    const base = from.kind === "layer" ? `layers/${from.layer}.jsonl` : labelsFile(from.kind);

    return saidDifference(await firstDifference(path, source.open(path), expected), base);
  });
}

function labelsFile(kind: "rater" | "adjudicated"): string {
  return kind === "rater" ? "labels.jsonl" : "adjudications.jsonl";
}

function judgementsOf(source: ReleaseSource, { source: from, grades }: ManifestQrels): AsyncGenerator<Judgement[]> {
  const read = (path: string): Pages => readJsonl(path, source.open(path));
  if (from.kind === "layer") return layerJudgements(from.layer, read(`layers/${from.layer}.jsonl`), grades);
  const { question, rounds } = from;

  return raterJudgements(
    read(labelsFile(from.kind)),
    { rater: from.kind === "rater" ? from.rater : null, question, rounds },
    grades,
  );
}

/** The two alt-test files of a question against labels.jsonl. O(labels). */
export async function checkAltTest(source: ReleaseSource, test: Manifest["altTests"][number]): Promise<Finding[]> {
  const labels = () => altTestLabels(readJsonl("labels.jsonl", source.open("labels.jsonl")), test);
  const one = (name: string, side: "human" | "judge") =>
    guarded(`${test.folder}/${name}`, "alt-test", async () => {
      const path = `${test.folder}/${name}`;
      const expected = encodeAltTest((await labels())[side], test.numeric);

      return saidDifference(await firstDifference(path, source.open(path), once(expected)), "labels.jsonl");
    });

  return [...(await one("human_annotations.json", "human")), ...(await one("llm_annotations.json", "judge"))];
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield encoder.encode(text);
}

/** A text that follows from the manifest and agreement.json, against the file. O(bytes). */
export function checkText(source: ReleaseSource, path: string, content: string): Promise<Finding[]> {
  return guarded(path, "text", async () =>
    saidDifference(await firstDifference(path, source.open(path), once(content)), "manifest.json with agreement.json"),
  );
}

/**
 * A BEIR folder's texts: one JSON object a line with _id and text, ids that stand once, and every id of its qrels
 * among them. O(rows); memory of the ids.
 */
export function checkBeir(source: ReleaseSource, folder: string, qrelsPath: string): Promise<Finding[]> {
  return guarded(folder, "beir", async () => {
    const queries = await idsOf(source, `${folder}/queries.jsonl`);
    const documents = await idsOf(source, `${folder}/corpus.jsonl`);
    const lines = (await readWhole(source, qrelsPath)).toString("utf8").split("\n").slice(1);
    for (const line of lines) {
      const [query, document] = line.split("\t");
      if (line === "" || query === undefined || document === undefined) continue;
      if (!queries.has(query)) return `the query ${query} of the qrels is not in queries.jsonl.`;
      if (!documents.has(document)) return `the document ${document} of the qrels is not in corpus.jsonl.`;
    }

    return undefined;
  });
}

async function idsOf(source: ReleaseSource, path: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const page of readJsonl(path, source.open(path))) {
    for (const { _id: id, text } of page) {
      if (typeof id !== "string" || typeof text !== "string")
        throw new ReleaseRowError(path, String(id), "has no _id or no text.");
      if (ids.has(id)) throw new ReleaseRowError(path, id, "stands twice.");
      ids.add(id);
    }
  }

  return ids;
}
