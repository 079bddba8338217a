import { deriveTable } from "./derive-table";
import { MISSING, type PatternTable } from "./pattern-table";
import { raterIndex } from "./rater-index";
import { type ReferenceRule, referenceLabel, type TieRule } from "./reference-label";

export type ReferenceOptions = {
  /** The raters whose labels make the reference. */
  readonly raters: readonly string[];
  readonly rule: ReferenceRule;
  readonly ties?: TieRule;
  /** A column of settled labels that goes before the rule where it has a label. */
  readonly adjudicated?: string;
  /** Name of the new column; "reference" unless given. */
  readonly name?: string;
};

/** Where the reference comes from, in items: printed with every number that rests on it. */
export type ReferenceProvenance = {
  readonly adjudicated: number;
  readonly twoOrMoreRaters: number;
  readonly oneRater: number;
  readonly ties: number;
  readonly none: number;
};

/**
 * Adds a reference column to a table: the settled label where there is one, else the rule over the raters' labels.
 * Items with a tie, or without labels, have no reference. "Each rater in turn" needs no new column: pass the rater's
 * own name as the reference. O(rows × raters).
 *
 * @throws {AgreementInputError} `unknown_rater`, or `duplicate_rater` where the new name is taken.
 * @example withReference(table, { raters: ["ann", "bob", "cat"], rule: "majority" }).provenance.ties;
 */
export function withReference(
  table: PatternTable,
  options: ReferenceOptions,
): { readonly table: PatternTable; readonly reference: string; readonly provenance: ReferenceProvenance } {
  const columns = options.raters.map((rater) => raterIndex(table, rater));
  const settled = options.adjudicated === undefined ? MISSING : raterIndex(table, options.adjudicated);
  const reference = options.name ?? "reference";
  const provenance = { adjudicated: 0, twoOrMoreRaters: 0, oneRater: 0, ties: 0, none: 0 };
  const derived = deriveTable(table, {
    raters: [...table.raters, reference],
    labels: (old, row) => {
      const items = table.items[row] ?? 0;
      const fixed = settled === MISSING ? MISSING : (old[settled] ?? MISSING);
      if (fixed !== MISSING) {
        provenance.adjudicated += items;

        return [...old, fixed];
      }
      const labels = columns.map((column) => old[column] ?? MISSING).filter((label) => label !== MISSING);
      const result = referenceLabel(labels, options.rule, options.ties);
      if (result.kind === "tie") provenance.ties += items;
      else if (result.kind === "none") provenance.none += items;
      else if (result.raters > 1) provenance.twoOrMoreRaters += items;
      else provenance.oneRater += items;

      return [...old, result.kind === "label" ? result.label : null];
    },
  });

  return { table: derived, reference, provenance };
}
