import { createReadStream } from "node:fs";
import path from "node:path";
import { checkLexicon } from "@/lib/corpus/mining/lexicon";
import type { Marker } from "@/lib/corpus/mining/marker";
import type { CorpusRecord } from "@/lib/corpus/read-events";
import { readTable } from "@/lib/corpus/read-table";
import { projectRoot } from "@/lib/env";

const FILE = "lib/corpus/mining/lexicon/starter.csv";

/** The markers that come with Assay. */
export async function readStarterLexicon(): Promise<Marker[]> {
  const records: CorpusRecord[] = [];
  for await (const batch of readTable(createReadStream(path.join(projectRoot(), FILE)), FILE)) {
    for (const event of batch) if (event.kind === "record") records.push(event.record);
  }
  const { markers, faults } = checkLexicon(records);
  if (faults[0] || markers.length === 0) throw new Error(`${FILE}: ${faults[0]?.reason ?? "there is no marker"}`);

  return markers;
}
