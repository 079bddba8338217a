import { peekHead } from "@/lib/corpus/byte-blocks";
import { detectFormat } from "@/lib/corpus/documents/detect-format";
import { DocumentError } from "@/lib/corpus/documents/document";
import { documentReaders } from "@/lib/corpus/documents/document-readers";
import { readDocuments } from "@/lib/corpus/documents/read-documents";
import { isParquet, readTable } from "@/lib/corpus/read-table";
import type { Fault } from "@/lib/errors";
import { documentRecord } from "./document-record";
import { type PaperRecord, paperRecord } from "./paper-record";

/** At most as many faults are told one by one. */
export const SHOWN = 100;
const MOST_PAPERS = 50_000;

type Found = { record: PaperRecord; line?: number };
type Read = { papers: Found[]; faults: Fault[]; total: number; notices: string[] };

/** Papers of a file that full texts are written in, or of a table: told by its content. */
export async function readPapers(bytes: AsyncIterable<Uint8Array>, fileName: string): Promise<Read> {
  const { head, complete, blocks } = await peekHead(bytes);
  const start = new TextDecoder("utf-8").decode(head).trimStart();
  // A table names the papers by such a column, or is refused for want of it.
  const isTable = isParquet(head) || (!start.startsWith("<") && /focal[ _-]?(corpus[ _-]?)?(id|key)/i.test(start));
  try {
    if (!isTable && detectFormat(start, complete, documentReaders).ok) return await readTexts(blocks, fileName);

    return await readRows(blocks, fileName);
  } finally {
    await blocks.return(undefined);
  }
}

async function readTexts(bytes: AsyncIterable<Uint8Array>, fileName: string): Promise<Read> {
  const papers = new Map<string, Found>();
  const read: Read = { papers: [], faults: [], total: 0, notices: [] };
  const fault = (entry: Fault) => {
    read.total += 1;
    if (read.faults.length < SHOWN) read.faults.push({ file: fileName, ...entry });
  };
  try {
    for await (const document of readDocuments(bytes, { file: fileName, onFault: fault })) {
      const { record, nameless } = documentRecord(document);
      if (record.title === "") fault({ reason: `The paper ${record.corpusId} has no title.` });
      else if (papers.has(record.corpusId)) fault({ reason: `The paper ${record.corpusId} is twice in this file.` });
      else papers.set(record.corpusId, { record });
      if (nameless > 0) read.notices.push(`${record.corpusId}: ${nameless} references without any text were left out.`);
      if (papers.size > MOST_PAPERS) {
        fault({ reason: `More than ${MOST_PAPERS} papers. Split the campaign.` });
        break;
      }
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    fault(error.fault);
  }
  read.papers = [...papers.values()];

  return read;
}

async function readRows(bytes: AsyncIterable<Uint8Array>, fileName: string): Promise<Read> {
  const papers = new Map<string, Found & { line: number }>();
  const read: Read = { papers: [], faults: [], total: 0, notices: [] };
  const fault = (entry: Fault) => {
    read.total += 1;
    if (read.faults.length < SHOWN) read.faults.push({ file: fileName, ...entry });
  };
  for await (const batch of readTable(bytes, fileName)) {
    for (const event of batch) {
      if (event.kind === "fault") fault(event.fault);
      else if (event.kind === "notice") read.notices.push(event.reason);
      else if (event.kind === "record") {
        const { line, value } = event.record;
        const record = paperRecord(value);
        if (Array.isArray(record)) for (const one of record) fault({ line, ...one });
        else {
          const first = papers.get(record.corpusId);
          if (first === undefined) papers.set(record.corpusId, { record, line });
          else if (first.record.title !== record.title) {
            fault({
              line,
              column: "title",
              reason: `Line ${first.line} gives the paper ${record.corpusId} another title.`,
            });
          } else join(first.record, record);
        }
      }
    }
    if (papers.size > MOST_PAPERS) {
      fault({ reason: `More than ${MOST_PAPERS} papers. Split the campaign.` });
      break;
    }
  }
  read.papers = [...papers.values()];

  return read;
}

/** A further row of one paper brings people; references count from the first row that has some. */
function join(first: PaperRecord, more: PaperRecord): void {
  const known = new Set(first.people.map((person) => person.email));
  first.people.push(...more.people.filter((person) => !known.has(person.email)));
  if (first.references.length === 0) first.references = more.references;
}
