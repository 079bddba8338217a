import type { Audience } from "@/lib/codebooks/questions-for";
import type { CopyValue } from "@/lib/db/copy-text";
import { labelDeriver } from "./derive-record";
import type { Lookup } from "./look-up-items";
import { readExtras } from "./read-extras";
import { readFiles } from "./read-files";
import { RecordParser, type RecordReading } from "./record-parser";
import type { ImportRun } from "./run-import";
import type { ImportFile } from "./schema";
import type { ImportFormat } from "./wire";

const MAX_BATCH = 1000;

export type LabelReading = RecordReading & {
  audience: Audience;
  reading: { format: ImportFormat; separator?: string | undefined };
  lookUp: Lookup;
};

/** Rows to stage, one a label; what is wrong goes to the run's faults. */
export async function* labelRows(
  run: ImportRun,
  files: readonly ImportFile[],
  reading: LabelReading,
): AsyncGenerator<CopyValue[]> {
  const derive = labelDeriver(reading.codebook, reading.audience);
  let seq = 0;
  for await (const { file, order, records } of readFiles(run, files, reading.reading)) {
    const parser = new RecordParser(run, file, order, reading);
    for (let from = 0; from < records.length; from += MAX_BATCH) {
      const parsed = records.slice(from, from + MAX_BATCH).flatMap((record) => parser.parse(record) ?? []);
      const known = await reading.lookUp(parsed);
      for (const row of parsed) {
        const { imported, base, derived } = derive(known(row.key, row.rater), row);
        parser.report(row, imported);
        if (imported.faults.length > 0) continue;
        const extras = readExtras(row.value, row.columns.extras);
        if (!extras.ok) {
          parser.fault(row.line, extras.column, extras.reason);
          continue;
        }
        const { line, key, rater } = row;
        const { confidence, probability, rationale, keyPhrase, note } = extras.values;
        for (const [question, value] of base) {
          seq += 1;
          const place: CopyValue[] = [seq, order, line, key, rater, question, value];
          place.push(false, confidence, probability, rationale, keyPhrase, note, true);
          yield place;
        }
        for (const [question, value] of derived) {
          seq += 1;
          const place: CopyValue[] = [seq, order, line, key, rater, question, value];
          // The words of the judge stand once, on its answer; on the derived label only where that is all it gave.
          if (base.length > 0) place.push(true, confidence, probability, null, null, null, false);
          else place.push(true, confidence, probability, rationale, keyPhrase, note, true);
          yield place;
        }
      }
    }
  }
}
