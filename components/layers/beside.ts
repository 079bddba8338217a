import type { LayerChoices, LayerSpec, LayerSpecInput, LayerSummary } from "@/lib/layers/wire";

/** Other layers with the same kind of rows, and the plainest rules over the same question. */
export function othersOf({ layerId, spec }: LayerSummary, choices: LayerChoices): { value: string; name: string }[] {
  const rows = spec.rule.kind === "edge" ? "edge" : "item";
  const asked = choices.questions.some((question) => question.id === spec.question);

  return [
    ...choices.layers
      .filter((other) => other.id !== layerId && other.rows === rows)
      .map((other) => ({ value: other.id, name: other.name })),
    ...(asked
      ? [
          { value: "majority", name: "majority of the raters" },
          ...choices.judges.map((judge) => ({ value: `judge:${judge.id}`, name: `single judge: ${judge.name}` })),
        ]
      : []),
  ];
}

/** What `?against=` names, as a side of the comparison: a layer, or the plainest rule with this layer's question and rounds. */
export function sideOf(against: string, { question, roundIds, codebookVersion, rule }: LayerSpec): object {
  const judgeId = against.startsWith("judge:") ? against.slice("judge:".length) : undefined;
  if (judgeId === undefined && against !== "majority") return { layerId: against };
  const plain = judgeId === undefined ? { kind: "majority" as const } : { kind: "judge" as const, judgeId };
  const spec: LayerSpecInput = {
    ...(question && { question }),
    ...(roundIds && { roundIds }),
    ...(codebookVersion !== undefined && { codebookVersion }),
    rule: rule.kind === "edge" ? { ...rule, over: plain } : plain,
  };

  return { spec };
}
