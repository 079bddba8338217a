/** A fault in a file that people can act on. `line` and a numeric `column` count from 1; a numeric column counts code points, a string column names a CSV column or a key. */
export type CorpusFault = { file?: string; line?: number; column?: number | string; reason: string };

/** One record as the file gives it. `line` is where it starts; no character of its texts is altered. */
export type CorpusRecord = { line: number; value: Record<string, unknown> };

export type RecordFormat = "jsonl" | "json" | "csv" | "tsv" | "qrels" | "masterset";

/** What a reader says. `format` comes once, before the first record, with what was found by content. */
export type ReadEvent =
  | { kind: "record"; record: CorpusRecord }
  | { kind: "fault"; fault: CorpusFault }
  | { kind: "notice"; reason: string }
  | { kind: "format"; format: RecordFormat; separator?: string };

/** What is typed once for a MasterSet file, or comes from its path; each may be empty. */
export type MasterSetFile = { query_title?: string; venue?: string; query_year?: number | null };

export type ReadOptions = {
  format: "auto" | RecordFormat;
  fileName: string;
  /** CSV only: skips the guess. */
  separator?: string;
  /** MasterSet only. */
  paper?: MasterSetFile;
};

/** No record may be larger, so that memory stays flat whatever the file holds. */
export const MAX_RECORD_BYTES = 1_048_576;

export const OVERSIZE_REASON = "This record is larger than 1 MB (1,048,576 bytes). Split it or leave out long fields.";

/** A fault as an event. @example faultEvent({ line: 1, reason: "The file is empty." }) */
export function faultEvent(fault: CorpusFault): ReadEvent {
  return { kind: "fault", fault };
}
