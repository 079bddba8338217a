import type { RecordFormat } from "@/lib/corpus/read-events";
import { readItemRecords } from "@/lib/corpus/read-item-records";
import { Cancelled, type ImportRun, Refused } from "./run-import";
import type { ImportFile } from "./schema";
import type { ImportFormat } from "./wire";

export type FileRecord = {
  line: number;
  value: Record<string, unknown>;
};

/** Records of one file that were read together; `order` is the file's place among those given. */
export type FileBatch = { file: ImportFile; order: number; format: RecordFormat | undefined; records: FileRecord[] };

/**
 * Reads the files one after another. Their faults and notices go to the run; records come in batches. A file that is
 * shorter than it should be ends the import at once, since whatever else is wrong follows from that.
 */
export async function* readFiles(
  run: ImportRun,
  files: readonly ImportFile[],
  options: { format: ImportFormat; separator?: string | undefined },
): AsyncGenerator<FileBatch> {
  for (const [order, file] of files.entries()) {
    let format: RecordFormat | undefined;
    const events = readItemRecords(countBytes(run, file, order), {
      format: options.format,
      fileName: file.name,
      ...(options.separator === undefined ? {} : { separator: options.separator }),
      ...(file.paper === undefined ? {} : { paper: paperOf(file.paper) }),
    });
    for await (const batch of events) {
      const records: FileRecord[] = [];
      for (const event of batch) {
        if (event.kind === "record") records.push(event.record);
        else if (event.kind === "format") format = event.format;
        else if (event.kind === "fault") run.faults.add(event.fault, order);
        else run.notices.add(files.length > 1 ? `${file.name}: ${event.reason}` : event.reason);
      }
      run.rows += records.length;
      if (records.length > 0) yield { file, order, format, records };
    }
  }
}

function paperOf(paper: NonNullable<ImportFile["paper"]>) {
  return {
    ...(paper.query_title === undefined ? {} : { query_title: paper.query_title }),
    ...(paper.venue === undefined ? {} : { venue: paper.venue }),
    ...(paper.query_year === undefined ? {} : { query_year: paper.query_year }),
  };
}

/** A file's bytes as they come, counted and hashed. One that is shorter than announced ends the import. */
export async function* countBytes(run: ImportRun, file: ImportFile, order: number): AsyncGenerator<Uint8Array> {
  let arrived = 0;
  const incomplete = () => {
    const of = file.size === undefined ? "" : ` of ${file.size}`;
    const reason = `The file did not arrive whole: ${arrived}${of} bytes arrived. Nothing was stored; send it again.`;
    run.faults.add({ file: file.name, reason }, order);
    return new Refused();
  };
  try {
    for await (const chunk of file.bytes) {
      run.check();
      arrived += chunk.length;
      run.bytes += chunk.length;
      run.hash.update(chunk);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    throw incomplete();
  }
  if (file.size !== undefined && arrived < file.size) throw incomplete();
}
