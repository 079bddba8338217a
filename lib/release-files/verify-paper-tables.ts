import type { Row } from "./columns";
import type { Manifest } from "./manifest";
import { readJsonl } from "./read-rows";
import { ReleaseRowError } from "./release-error";
import type { Finding, ReleaseSource } from "./release-source";

type Found = ReadonlyMap<string, unknown>;

/**
 * Tables in the papers' columns against the layers they come from: MasterSet's criteria against the first must-cite
 * layer, RATIO's positives against its queries and candidates. Rows that cannot be read have their finding already.
 * O(rows); memory of the ids.
 */
export async function checkPaperTables(source: ReleaseSource, manifest: Manifest, found: Found): Promise<Finding[]> {
  const findings: Finding[] = [];
  const rows = (path: string) => readJsonl(path, source.open(path));
  const check = async (file: string, others: string[], run: () => Promise<string | undefined>) => {
    if (![file, ...others].every((path) => found.has(path))) return;
    try {
      const message = await run();
      if (message !== undefined) findings.push({ file, check: "table", message });
    } catch (error) {
      if (!(error instanceof ReleaseRowError)) throw error;
    }
  };
  const layer = manifest.layers.find((one) => one.table === "must_cite_layer");
  if (layer && layer.rule.kind === "must_cite") {
    const { count } = layer.rule;
    const from = `layers/${layer.name}.jsonl`;
    const file = "tables/reference_lists.jsonl";
    await check(file, [from], () => referenceFault(rows(file), rows(from), from, count));
  }
  const [queries, corpus, file] = ["queries", "corpus", "positives"].map((name) => `tables/${name}.jsonl`);
  if (queries && corpus && file)
    await check(file, [queries, corpus], () => positivesFault(rows(file), rows(queries), rows(corpus)));

  return findings;
}

type Rows = AsyncIterable<readonly Row[]>;

async function referenceFault(
  table: Rows,
  layer: Rows,
  from: string,
  count: "mentions" | "windows",
): Promise<string | undefined> {
  const wanted = new Map<string, string>();
  const said = (one: unknown, mentions: unknown) => JSON.stringify([one === null ? null : Number(one), mentions]);
  for await (const page of layer)
    for (const row of page)
      if (row.focal !== null && row.target !== null)
        wanted.set(JSON.stringify([row.focal, row.target]), said(row.type_1, row[count]));
  for await (const page of table) {
    for (const row of page) {
      const key = JSON.stringify([row.paper, row.target]);
      const layerSays = wanted.get(key);
      if (layerSays === undefined) return `${row.paper}, ${row.target}: ${from} has no such reference.`;
      if (layerSays !== said(row.type_1, row.type_3))
        return `${row.paper}, ${row.target}: type_1 and type_3 are ${said(row.type_1, row.type_3)}; ${from} gives ${layerSays}.`;
      wanted.delete(key);
    }
  }
  const [left] = wanted.keys();

  return left && `the reference ${left} of ${from} is missing.`;
}

async function positivesFault(table: Rows, queries: Rows, corpus: Rows): Promise<string | undefined> {
  const ids = async (rows: Rows, column: string) => {
    const found = new Set<unknown>();
    for await (const page of rows) for (const row of page) found.add(row[column]);

    return found;
  };
  const [asked, candidates] = [await ids(queries, "query_id"), await ids(corpus, "candidate_id")];
  const answered = new Set<unknown>();
  for await (const page of table) {
    for (const { query_id: query, candidate_id: candidate, accepted_by: by } of page) {
      if (!asked.has(query)) return `the query ${query} is not in queries.jsonl.`;
      if (!candidates.has(candidate)) return `the candidate ${candidate} is not in corpus.jsonl.`;
      if (!Array.isArray(by) || by.length === 0) return `${query}, ${candidate}: nobody accepts it.`;
      answered.add(query);
    }
  }
  const lonely = [...asked].find((query) => !answered.has(query));

  return lonely === undefined ? undefined : `the query ${lonely} has no positive.`;
}
