import { checkCodebook } from "./check-codebook";
import type { Path } from "./condition-references";
import { flattenIssues } from "./flatten-issues";
import { type FileFault, readYaml } from "./read-yaml";
import { type Codebook, CodebookSchema } from "./schema";

export type ParsedCodebook =
  | { ok: true; codebook: Codebook; warnings: FileFault[] }
  | { ok: false; faults: FileFault[] };

/** More faults than this are counted, not listed. */
const LISTED = 100;

/**
 * Reads a codebook from YAML 1.2 or JSON (which is YAML) and checks all of it, so that one upload shows every fault with
 * its line: syntax and duplicate keys, else every fault of shape, else every fault across parts (see `checkCodebook`).
 * Limits: see `readYaml`. `fileName` stands in for "The file" where the whole file is at fault. O(size).
 * @example parseCodebook("assay: 2\nid: x") // { ok: false, faults: [{ line: 1, column: 1, path: "assay", reason: … }, …] }
 */
export function parseCodebook(text: string, fileName?: string): ParsedCodebook {
  const read = readYaml(text);
  if (!read.ok) {
    const named = read.faults.map((fault) => ({
      ...fault,
      reason: fileName === undefined ? fault.reason : fault.reason.replace(/^The file\b/, () => fileName),
    }));
    return { ok: false, faults: listed(named) };
  }
  const locate = ({ path, reason }: { path: Path; reason: string }) => read.locate(path, reason);
  const parsed = CodebookSchema.safeParse(read.value);
  if (!parsed.success) return { ok: false, faults: listed(flattenIssues(parsed.error.issues, read.value).map(locate)) };
  const { faults, warnings } = checkCodebook(parsed.data);
  if (faults.length > 0) return { ok: false, faults: listed(faults.map(locate)) };
  return { ok: true, codebook: parsed.data, warnings: listed([...read.warnings, ...warnings.map(locate)]) };
}

function listed(faults: FileFault[]): FileFault[] {
  const sorted = faults.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const last = sorted[LISTED];
  if (last === undefined) return sorted;
  return [...sorted.slice(0, LISTED), { ...last, path: "", reason: `and ${sorted.length - LISTED} more from here on` }];
}
