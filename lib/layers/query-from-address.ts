/** The layer that an address names (`?question=&judge=&round=…`), as a verb's input; the verb checks it. */
export function layerQueryOf(given: Record<string, unknown>): Record<string, unknown> {
  const text = (name: string) => (typeof given[name] === "string" && given[name] !== "" ? given[name] : undefined);
  const judgeId = text("judge");

  return dropUndefined({
    question: text("question"),
    roundId: text("round"),
    rule: judgeId ? { kind: "judge", judgeId } : { kind: "majority" },
  });
}

export function exportQueryOf(given: Record<string, unknown>): Record<string, unknown> {
  const text = (name: string) => (typeof given[name] === "string" && given[name] !== "" ? given[name] : undefined);
  const least = text("leastPositive");

  return dropUndefined({
    ...layerQueryOf(given),
    format: text("format") ?? "jsonl",
    positive: text("positive"),
    leastPositive: least === undefined ? undefined : Number(least),
    probabilityJudgeId: text("probability"),
  });
}

function dropUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
