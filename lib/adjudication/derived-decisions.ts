import { conditionReferences } from "@/lib/codebooks/condition-references";
import { deriveLabels } from "@/lib/codebooks/derive-labels";
import type { Codebook, CodebookDerived, Condition } from "@/lib/codebooks/schema";

/** Decisions on one item as they stand: question → option, whether it settles, whether it is this adjudicator's own. */
export type StandingDecisions = Readonly<Record<string, { value: string; settles: boolean; own: boolean }>>;

export type DerivedDecision = { question: string; value: string; settles: boolean };

/**
 * The derived labels that follow from an adjudicator's decisions on one item. Where a rule also needs a question that
 * was not decided, `agreed` answers for it (what all people said alike, so that there was nothing to decide). A derived
 * label that rests on none of the own decisions is left to others. O(derived × conditions).
 * @example derivedDecisions(citationRole, {}, { role: { value: "ME", settles: false, own: true } }, {}) // [{ question: "root", value: "ROOT", settles: false }]
 */
export function derivedDecisions(
  codebook: Codebook,
  fields: Readonly<Record<string, unknown>>,
  decided: StandingDecisions,
  agreed: Readonly<Record<string, string>>,
): DerivedDecision[] {
  const own = Object.fromEntries(Object.entries(decided).map(([question, { value }]) => [question, value]));
  const values = deriveLabels(codebook, { fields, answers: { ...agreed, ...own } });

  return Object.entries(values).flatMap(([question, value]) => {
    const sources = sourcesOf(codebook, question).flatMap((source) => decided[source] ?? []);

    return sources.some((source) => source.own)
      ? [{ question, value, settles: sources.some((source) => source.settles) }]
      : [];
  });
}

/**
 * The questions that a derived label rests on, through other derived labels too.
 * @example sourcesOf(citationRole, "root") // ["role"]
 */
export function sourcesOf(codebook: Codebook, id: string): string[] {
  const label = codebook.derived.find((entry) => entry.id === id);
  if (!label) return [];
  const found = new Set<string>();
  for (const reference of referencesOf(label)) {
    if (reference.kind === "question") found.add(reference.id);
    // Later ones rest on earlier ones only, so this ends.
    if (reference.kind === "derived") for (const source of sourcesOf(codebook, reference.id)) found.add(source);
  }

  return [...found];
}

function referencesOf({ rule }: CodebookDerived): { kind: string; id: string }[] {
  if ("map" in rule) return [{ kind: "question", id: rule.map.question }];

  return conditionReferences(rule.when as Condition);
}
