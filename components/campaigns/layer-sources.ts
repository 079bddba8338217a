import type { Codebook } from "@/lib/codebooks/schema";
import type { LayerSource } from "./cross-layer-choice";

type Judge = { raterId: string; name: string | null; pseudonym: string; labels: { question: string; value: string }[] };

/**
 * What can stand against endorsement: each option of a judge's question, and each derived label that follows from one
 * question by a table (ROOT from the roles). The option that says yes comes first in a codebook's list of derived ones.
 */
export function layerSources(codebook: Codebook, judges: readonly Judge[]): LayerSource[] {
  return judges.flatMap((judge) => {
    const name = judge.name ?? judge.pseudonym;
    const answered = new Set(judge.labels.map((label) => label.question));
    const source = (question: string, options: string[], what: string): LayerSource => ({
      value: `${judge.raterId} ${question} ${options.join(",")}`,
      label: `${name}: ${what}`,
    });
    const derived = codebook.derived.flatMap(({ title, rule, options }) => {
      if (!("map" in rule) || !answered.has(rule.map.question)) return [];
      const { question, to } = rule.map;

      return options.map(({ id, label }) =>
        source(
          question,
          Object.keys(to).filter((option) => to[option] === id),
          `${title}, ${label}`,
        ),
      );
    });
    const plain = codebook.questions
      .filter((question) => answered.has(question.id))
      .flatMap(({ id, title, options }) =>
        options.map((option) => source(id, [option.id], `${title}, ${option.label}`)),
      );

    return [...derived, ...plain];
  });
}

/** The source that an address names, as the verb takes it; undefined: the lists' own columns. */
export function sourceOf(value: string | undefined) {
  const [raterId, question, options] = (value ?? "").split(" ");
  if (!raterId || !question || !options) return undefined;

  return { kind: "labels" as const, raterId, question, positive: options.split(",") };
}
