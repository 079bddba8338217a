import type { Decision } from "./decide";
import type { LayerRow } from "./wire";

type Types = NonNullable<LayerRow["mustCite"]>;
type MustCiteRule = { mentions: number; count: "mentions" | "windows"; yes: string; no: string };
type Given = {
  typeI: boolean | null;
  typeII: boolean | null;
  mentions: number | null;
  windows: number | null;
};

/**
 * Must-cite is the union of three types: yes as soon as one is, no only where all three are known not to be, and without
 * a label otherwise. Type III: at least N of the count that the rule names. O(1).
 * Source: MasterSet (Type I = 1 or Type II ≥ 4 or Type III ≥ N).
 * @example decideMustCite({ mentions: 3, count: "mentions", yes: "yes", no: "no" }, { typeI: null, typeII: false, mentions: 3, windows: 2 })
 * // yes: three mentions are enough, whatever Type I is
 */
export function decideMustCite(
  rule: MustCiteRule,
  given: Given,
): Pick<Decision, "label" | "decided" | "confidence"> & { mustCite: Types } {
  const count = given[rule.count];
  const typeIII = count === null ? null : count >= rule.mentions;
  const types = [given.typeI, given.typeII, typeIII];
  const mustCite = { ...given, typeIII };
  if (types.includes(true)) return { label: rule.yes, decided: "must_cite", confidence: null, mustCite };
  if (types.includes(null)) return { label: null, decided: "none", confidence: null, mustCite };

  return { label: rule.no, decided: "must_cite", confidence: null, mustCite };
}
