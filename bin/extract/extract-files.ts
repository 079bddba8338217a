import { mkdir } from "node:fs/promises";
import path from "node:path";
import { print, printJson, UsageError } from "@/bin/command";
import { LineWriter } from "@/bin/extract/line-writer";
import { readCorpus, sayFaults, startReading } from "@/bin/extract/read-corpus";
import type { CorpusDocument, DocumentFormat } from "@/lib/corpus/documents/document";
import { countMentions, documentItems, type ItemTarget } from "@/lib/corpus/documents/document-items";
import { toMasterSet } from "@/lib/corpus/documents/to-masterset";

export type ExtractRequest = {
  files: readonly string[];
  format: "auto" | DocumentFormat;
  window: number;
  to: "items" | "masterset";
  codebook: ItemTarget;
  out: string | undefined;
  json: boolean;
};

/** Items or MasterSet's files from full texts, as they are read. Answers the exit code: 1 where a file or document was left out. */
export async function extractFiles(request: ExtractRequest): Promise<number> {
  const { files, format, window, to, codebook, out, json } = request;
  const reading = startReading();
  const counts = { items: 0, references: 0, mentions: 0, distinctWindows: 0, citationsWithoutTarget: 0 };
  const faultCounts = new Map<string, number>();
  const perPaper = to === "masterset" && out !== undefined && !out.endsWith(".json");
  if (perPaper) await mkdir(out, { recursive: true });
  const writer = perPaper || (json && out === undefined) ? undefined : new LineWriter(out);
  try {
    for await (const document of readCorpus(files, format, reading)) {
      if (to === "masterset" && out?.endsWith(".json") && reading.documents > 1)
        throw new UsageError("These are several papers: name a folder with --out.");
      if (to === "items") {
        for (const item of documentItems(document, { to: codebook, window })) {
          counts.items++;
          await writer?.line(item);
        }
      } else {
        const references = toMasterSet(document, { window });
        counts.items += references.length;
        if (perPaper) await writePaper(out, document, references);
        else await writer?.line(references);
      }
      const { mentions, windows } = countMentions(document, { window });
      counts.mentions += mentions;
      counts.distinctWindows += windows;
      counts.references += document.references.length;
      for (const { code, count = 1 } of document.faults) faultCounts.set(code, (faultCounts.get(code) ?? 0) + count);
    }
    counts.citationsWithoutTarget = faultCounts.get("citation-without-target") ?? 0;
    await writer?.close();
  } catch (error) {
    await writer?.abandon();
    throw error;
  }
  const notes = Object.fromEntries(faultCounts);
  if (json) {
    const { files: read, documents, failed, faults, renamed } = reading;
    printJson({ files: read, documents, ...counts, notes, renamed, failed, faults });
  } else if (out !== undefined) {
    print(
      `${counts.items} ${to === "items" ? "items" : "references"} from ${reading.documents} papers: ` +
        `${counts.mentions} mentions, ${counts.distinctWindows} distinct windows.`,
    );
    for (const [code, count] of faultCounts) print(`  ${code}: ${count}`);
  }

  return sayFaults(reading) ? 1 : 0;
}

async function writePaper(folder: string, { id }: CorpusDocument, references: unknown): Promise<void> {
  const writer = new LineWriter(path.join(folder, `${id.replace(/[^\p{L}\p{N}._-]+/gu, "_")}.json`));
  try {
    await writer.write(`${JSON.stringify(references, null, 2)}\n`);
    await writer.close();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}
