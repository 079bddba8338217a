import { createReadStream } from "node:fs";
import { checkLexicon } from "@/lib/corpus/mining/lexicon";
import type { Marker } from "@/lib/corpus/mining/marker";
import type { CorpusFault, CorpusRecord } from "@/lib/corpus/read-events";
import { readTable } from "@/lib/corpus/read-table";
import { ServiceError } from "@/lib/errors";
import { readStarterLexicon } from "@/lib/imports/starter-lexicon";

/** The name under which the lexicon that comes with Assay is asked for. */
export const STARTER = "starter";

/** The markers of a lexicon file (CSV, TSV, JSON lines, Parquet), or of the starter lexicon. One fault, and nothing is used. */
export async function readLexicon(name: string): Promise<Marker[]> {
  if (name === STARTER) return readStarterLexicon();
  const records: CorpusRecord[] = [];
  const faults: CorpusFault[] = [];
  try {
    for await (const batch of readTable(createReadStream(name), name))
      for (const event of batch) {
        if (event.kind === "record") records.push(event.record);
        else if (event.kind === "fault") faults.push(event.fault);
      }
  } catch (error) {
    throw new ServiceError("bad_input", `${name} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  const checked = checkLexicon(records);
  const all = [...faults, ...checked.faults.map((fault) => ({ file: name, ...fault }))];
  if (all.length > 0 || checked.markers.length === 0) {
    const details = { faults: all.slice(0, 100), total: all.length };
    throw new ServiceError("bad_input", `The lexicon ${name} was not used.`, details);
  }

  return checked.markers;
}
