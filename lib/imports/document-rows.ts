import { itemChecker } from "@/lib/codebooks/check-item";
import type { Codebook } from "@/lib/codebooks/schema";
import { type CorpusDocument, DocumentError } from "@/lib/corpus/documents/document";
import { readDocuments } from "@/lib/corpus/documents/read-documents";
import type { CopyValue } from "@/lib/db/copy-text";
import { contentText } from "./content-text";
import type { DocumentTarget } from "./document-target";
import { itemFacts, sha256 } from "./item-facts";
import { itemsOfDocument } from "./items-of-document";
import { rowIds } from "./row-ids";
import { Cancelled, type ImportRun } from "./run-import";
import { type StagedFile, stagedBytes } from "./stage-files";
import type { DocumentOptions } from "./wire";

export type DocumentReading = {
  run: ImportRun;
  codebook: Codebook;
  to: DocumentTarget;
  options: Required<Pick<DocumentOptions, "format" | "window">>;
  /** Files that were refused after some of their papers had been given out. */
  refused: Set<number>;
};

/**
 * Rows for `stageItems` from the files of one import; a row's line is the number of its paper in its file. A file that
 * cannot be read is a fault, a paper of a file of many as well, and the next goes on.
 */
export async function* documentRows(
  reading: DocumentReading,
  files: readonly StagedFile[],
): AsyncGenerator<CopyValue[]> {
  const { run, codebook, to, options, refused } = reading;
  const { format, window } = options;
  const itemsOf = await itemsOfDocument(to, window);
  const rowsOf = rowMaker(codebook);
  const remarks = new Remarks();
  let seq = 0;
  for (const file of files) {
    const { n: order, name, sha256: hash } = file;
    const faults = run.faults.total;
    const onFault = (fault: object & { reason: string }) => run.faults.add({ ...fault, file: name }, order);
    let papers = 0;
    try {
      const bytes = stagedBytes(run, file, () => new Cancelled());
      for await (const document of readDocuments(bytes, { file: name, format, sha256: hash, onFault })) {
        run.check();
        papers += 1;
        const { rows, fault } = rowsOf(itemsOf(document));
        if (fault) onFault({ reason: `The paper ${document.id} was left out: ${fault}` });
        else {
          run.rows += 1;
          remarks.add(document, name);
          for (const row of rows) {
            seq += 1;
            yield [seq, order, papers, ...row];
          }
        }
      }
      if (papers === 0 && run.faults.total === faults) onFault({ reason: "There is no paper in this file." });
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      refused.add(order);
      onFault(error.fault);
    }
  }
  for (const remark of remarks.all) run.notices.add(remark);
}

/** Turns a paper's items into rows from the id on: all of them, or the first thing that is wrong. */
function rowMaker(codebook: Codebook) {
  const check = itemChecker(codebook);
  const facts = itemFacts(codebook);
  const ids = rowIds();

  return (records: Iterable<Record<string, unknown>>): { rows: CopyValue[][]; fault?: string } => {
    const rows: CopyValue[][] = [];
    for (const record of records) {
      const item = check(record);
      if (!item.ok || item.key === undefined) {
        const [fault] = item.faults;
        return { rows: [], fault: fault ? `${fault.column}${fault.path}: ${fault.reason}` : "an item has no key" };
      }
      const content = contentText(item.content);
      const { windowHash, located } = facts(item.content);
      const { key, focalKey = null, targetKey = null } = item;
      rows.push([ids.next().value, key, content, sha256(content), focalKey, targetKey, windowHash, located]);
    }

    return { rows };
  };
}

/** What the readers noticed and accepted, by kind, with the first paper of each. */
class Remarks {
  private readonly kinds = new Map<string, { first: string; papers: number }>();

  add({ faults }: CorpusDocument, file: string): void {
    for (const code of new Set(faults.map((fault) => fault.code))) {
      const known = this.kinds.get(code);
      if (known) known.papers += 1;
      else this.kinds.set(code, { first: `${file}: ${faults.find((one) => one.code === code)?.reason}`, papers: 1 });
    }
  }

  get all(): string[] {
    return [...this.kinds.values()].map(({ first, papers }) =>
      papers === 1 ? first : `${first} The like in ${papers - 1} more ${papers === 2 ? "paper" : "papers"}.`,
    );
  }
}
