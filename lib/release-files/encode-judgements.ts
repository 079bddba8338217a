import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { compareIds } from "@/lib/scoring/compare-ids";
import type { Pages, Row } from "./columns";
import type { ManifestQrels } from "./manifest";
import { ReleaseRowError } from "./release-error";

const encoder = new TextEncoder();

/** One judgement: how relevant a document is for a query. */
export type Judgement = { readonly query: string; readonly document: string; readonly grade: number };

/**
 * The query and document of a row: its focal and target ids, else the two halves of an item key `query document`.
 * Undefined where neither can stand in qrels (ids without spaces). O(length).
 *
 * @example pairOf({ item: "Q1 P10", focal: null, target: null }); // => ["Q1", "P10"]
 */
export function pairOf(row: Row): readonly [string, string] | undefined {
  const halves = String(row.item ?? "").split(" ");
  const pair =
    typeof row.focal === "string" && typeof row.target === "string"
      ? [row.focal, row.target]
      : halves.length === 2
        ? halves
        : [];
  const [query, document] = pair;
  if (!query || !document || /\s/.test(query) || /\s/.test(document)) return undefined;

  return [query, document];
}

/**
 * Judgements of a layer's rows, in their order: rows without a label, or whose label has no grade, give none. O(rows).
 *
 * @throws {ReleaseRowError} where a labelled row has no pair of ids without spaces.
 * @example for await (const page of layerJudgements("strict", pages, { yes: 1, no: 0 })) …
 */
export async function* layerJudgements(
  layer: string,
  pages: Pages,
  grades: ManifestQrels["grades"],
): AsyncGenerator<Judgement[]> {
  for await (const page of pages) yield page.flatMap((row) => judgementOf(layer, row, row.label, grades));
}

type Labels = Pick<Extract<ManifestQrels["source"], { kind: "rater" }>, "question" | "rounds"> & {
  /** Null: adjudications, which are of no rater. */
  readonly rater: string | null;
};

/**
 * Judgements of one rater's or judge's own counted labels (or, with `rater: null`, of settled answers, whose rows need
 * `focal` and `target`), in the order of their items. Where several of the rounds have a label, the round named first
 * counts. Rows must stand in the order of their table. O(rows).
 *
 * @throws {ReleaseRowError} where a label's item has no pair of ids without spaces.
 * @example for await (const page of raterJudgements(pages, { rater: "r-7f3a", question: "match", rounds: ["main"] }, grades)) …
 */
export async function* raterJudgements(
  pages: Pages,
  { rater, question, rounds }: Labels,
  grades: ManifestQrels["grades"],
): AsyncGenerator<Judgement[]> {
  let best: { row: Row; place: number } | undefined;
  const name = rater ?? "adjudicated";
  const flush = () => (best ? judgementOf(name, best.row, best.row.value, grades) : []);
  for await (const page of pages) {
    const found: Judgement[] = [];
    for (const row of page) {
      const place = rounds.indexOf(String(row.round));
      if (place < 0 || row.question !== question || row.unit !== "") continue;
      if (rater !== null && (row.rater !== rater || row.counted !== true)) continue;
      if (best && best.row.item === row.item) {
        if (place < best.place) best = { row, place };
        continue;
      }
      found.push(...flush());
      best = { row, place };
    }
    yield found;
  }
  yield flush();
}

function judgementOf(name: string, row: Row, label: unknown, grades: ManifestQrels["grades"]): Judgement[] {
  const grade = typeof label === "string" ? grades[label] : undefined;
  if (grade === undefined) return [];
  const pair = pairOf(row);
  if (!pair) throw new ReleaseRowError(name, String(row.item), "has no pair of ids without spaces for qrels.");

  return [{ query: pair[0], document: pair[1], grade }];
}

/**
 * Judgements as TREC qrels (`query 0 document grade`) or as BEIR's TSV with its header. A pair that stands twice is
 * refused: qrels have one grade a pair. O(rows); memory of the pairs' ids, or of a page where the caller knows already
 * that they are `distinct`.
 *
 * @throws {ReleaseRowError} naming the pair that stands twice.
 * @example encodeJudgements("trec", "layers/strict", pages);
 */
export async function* encodeJudgements(
  format: ManifestQrels["format"],
  name: string,
  pages: AsyncIterable<readonly Judgement[]>,
  known?: "distinct",
): AsyncGenerator<Uint8Array> {
  const seen = known === "distinct" ? undefined : new Set<string>();
  if (format === "beir") yield encoder.encode("query-id\tcorpus-id\tscore\n");
  for await (const page of pages) {
    let text = "";
    for (const { query, document, grade } of page) {
      if (seen) {
        const pair = `${query} ${document}`;
        if (seen.has(pair)) throw new ReleaseRowError(name, pair, "stands twice; qrels have one grade a pair.");
        seen.add(pair);
      }
      text += format === "trec" ? `${query} 0 ${document} ${grade}\n` : `${query}\t${document}\t${grade}\n`;
    }
    if (text !== "") yield encoder.encode(text);
  }
}

/** A document or query of a BEIR folder. */
export type BeirText = {
  readonly id: string;
  /** Null for queries, which have none. */
  readonly title: string | null;
  readonly text: string;
  readonly metadata?: object;
};

/**
 * BEIR's corpus.jsonl or queries.jsonl. O(bytes).
 *
 * @example encodeBeirTexts(pages); // {"_id":"P10","title":"Random forests","text":"…"}
 */
export async function* encodeBeirTexts(pages: AsyncIterable<readonly BeirText[]>): AsyncGenerator<Uint8Array> {
  for await (const page of pages) {
    const lines = page.map(({ id, title, text, metadata }) => {
      const head = { _id: id, ...(title !== null && { title }), text };
      const json = JSON.stringify(head);

      return metadata ? `${json.slice(0, -1)},"metadata":${canonicalJson(metadata)}}\n` : `${json}\n`;
    });
    if (lines.length > 0) yield encoder.encode(lines.join(""));
  }
}

/** Labels by rater or judge and item: what an alt-test file holds. */
export type AltTestLabels = Map<string, Map<string, string>>;

/**
 * The two files of the alternative-annotator test for one question, from label rows: `human` and `judge` labels by rater
 * and item (`item` or `item unit`). Judges' labels count from any round. O(labels).
 *
 * @example const { human } = await altTestLabels(pages, { question: "match", rounds: ["main"] });
 */
export async function altTestLabels(
  pages: Pages,
  { question, rounds }: { question: string; rounds: readonly string[] },
): Promise<{ human: AltTestLabels; judge: AltTestLabels }> {
  const found = { human: new Map() as AltTestLabels, judge: new Map() as AltTestLabels };
  const places = new Map<string, number>();
  for await (const page of pages) {
    for (const row of page) {
      const place = row.kind === "judge" ? 0 : rounds.indexOf(String(row.round));
      if (row.question !== question || row.counted !== true || place < 0) continue;
      const rater = String(row.rater);
      const item = row.unit === "" ? String(row.item) : `${row.item} ${row.unit}`;
      const key = JSON.stringify([rater, item]);
      if ((places.get(key) ?? Number.POSITIVE_INFINITY) <= place) continue;
      places.set(key, place);
      const side = row.kind === "judge" ? found.judge : found.human;
      const own = side.get(rater) ?? new Map<string, string>();
      side.set(rater, own.set(item, String(row.value)));
    }
  }

  return found;
}

/**
 * An alt-test file: `{ rater: { item: label } }`, raters and items by UTF-8 bytes. Labels that are whole numbers are
 * written as numbers where `numeric` says that all options are. O(labels log labels).
 *
 * @example encodeAltTest(human, false); // {"r-1":{"c1":"TF"}}
 */
export function encodeAltTest(labels: AltTestLabels, numeric: boolean): string {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([a], [b]) => compareIds(a, b));
  // Objects would put keys that look like numbers first, so the text is written by hand.
  const raters = sorted(labels).map(([rater, items]) => {
    const pairs = sorted(items).map(
      ([item, label]) => `${JSON.stringify(item)}:${numeric ? Number(label) : JSON.stringify(label)}`,
    );

    return `${JSON.stringify(rater)}:{${pairs.join(",")}}`;
  });

  return `{${raters.join(",\n")}}\n`;
}
