const TYPES: Record<string, string> = {
  jsonl: "application/jsonlines",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  parquet: "application/vnd.apache.parquet",
  json: "application/json",
  md: "text/markdown",
  txt: "text/plain",
  qrels: "text/plain",
};

/**
 * The media type of a release's file by its ending. O(1).
 *
 * @throws {RangeError} for an ending that releases do not have.
 * @example mediaTypeOf("labels.csv"); // => "text/csv"
 */
export function mediaTypeOf(path: string): string {
  const type = TYPES[path.slice(path.lastIndexOf(".") + 1)];
  if (!type) throw new RangeError(`A release holds no file such as ${path}.`);

  return type;
}
