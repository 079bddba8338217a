/** The layer that an address names (`?layer=` or `?spec=`, else `?question=&judge=&round=`), as a verb's input; the verb checks it. */
export function layerQueryOf(given: Record<string, unknown>): Record<string, unknown> {
  const text = textOf(given);
  const judgeId = text("judge");
  const layer = text("layer");
  if (layer !== undefined) return dropUndefined({ layer, question: text("question"), roundId: text("round") });
  const spec = text("spec");
  if (spec !== undefined) return { spec: parsed(spec) };

  return dropUndefined({
    question: text("question"),
    roundId: text("round"),
    rule: judgeId ? { kind: "judge", judgeId } : { kind: "majority" },
  });
}

export function exportQueryOf(given: Record<string, unknown>): Record<string, unknown> {
  const text = textOf(given);
  const least = text("leastPositive");

  return dropUndefined({
    ...layerQueryOf(given),
    format: text("format") ?? "jsonl",
    positive: text("positive"),
    leastPositive: least === undefined ? undefined : Number(least),
    probabilityJudgeId: text("probability"),
  });
}

function textOf(given: Record<string, unknown>): (name: string) => string | undefined {
  return (name) => {
    const value = given[name];

    return typeof value === "string" && value !== "" ? value : undefined;
  };
}

/** Text that is no JSON goes on as text, and the verb says that it is no spec. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function dropUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
