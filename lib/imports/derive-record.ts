import { deriveFromImported, type ImportedLabels } from "@/lib/codebooks/derive-from-imported";
import { deriveAll } from "@/lib/codebooks/derive-labels";
import type { Audience } from "@/lib/codebooks/questions-for";
import type { Codebook } from "@/lib/codebooks/schema";
import { type Known, NOTHING } from "./look-up-items";
import type { Parsed } from "./record-parser";

const KEPT = 5000;

type Derived = {
  imported: ImportedLabels;
  /** Question → option, of this record. */
  base: [string, string][];
  /** Derived label → option, with what was known before. */
  derived: [string, string][];
};

/**
 * Makes the function that reads a record's labels. Where nothing else is known of an item, equal cells say the same, and
 * a file has few different ones: these are remembered.
 */
export function labelDeriver(codebook: Codebook, audience: Audience): (known: Known, row: Parsed) => Derived {
  const stored = new Set(codebook.derived.filter((label) => !label.ofItem).map((label) => label.id));
  const seen = new Map<string, Derived>();

  function derive({ fields, answers }: Known, labels: Parsed["labels"]): Derived {
    const imported = deriveFromImported(codebook, fields, labels, audience);
    const all = deriveAll(codebook, { fields, answers: { ...answers, ...imported.answers } }, imported.derived);

    return {
      imported,
      base: Object.entries(imported.answers),
      derived: Object.entries(all).filter(([id]) => stored.has(id)),
    };
  }

  return (known, row) => {
    if (known.fields !== NOTHING.fields || known.answers !== NOTHING.answers) return derive(known, row.labels);
    const key = JSON.stringify(row.labels);
    const before = seen.get(key);
    if (before) return before;
    const fresh = derive(known, row.labels);
    if (seen.size >= KEPT) seen.clear();
    seen.set(key, fresh);

    return fresh;
  };
}
