/** A leaderboard's choices out of an address; empty ones are as if they were not there. Layers are parted by commas. */
export function leaderboardQueryOf(given: Record<string, string | string[] | undefined>): Record<string, unknown> {
  const entries = Object.entries(given).flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? [[name, value] as const] : [],
  );
  const { layers, runIds, ...rest } = Object.fromEntries(entries);

  return {
    ...rest,
    ...(layers !== undefined && { layers: parts(layers) }),
    ...(runIds !== undefined && { runIds: parts(runIds) }),
  };
}

function parts(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
