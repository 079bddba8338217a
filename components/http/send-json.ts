export type Problem = {
  title: string;
  status: number;
  faults?: { file?: string; line?: number; column?: number | string; reason: string }[];
};
export type Outcome<T> = { ok: true; value: T } | { ok: false; problem: Problem };

const OFFLINE: Problem = {
  title: "The server could not be reached. What you typed is still here; please try again.",
  status: 0,
};

/** Sends JSON to our own API. Never throws: what went wrong comes back in words for people. */
export async function sendJson<T>(
  method: "POST" | "PATCH" | "DELETE" | "PUT",
  path: string,
  body: unknown,
): Promise<Outcome<T>> {
  const response = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!response) return { ok: false, problem: OFFLINE };
  const type = response.headers.get("content-type") ?? "";
  const answer: unknown = type.includes("json") ? await response.json().catch(() => null) : null;
  if (response.ok && answer !== null) return { ok: true, value: answer as T };
  if (isProblem(answer)) return { ok: false, problem: answer };

  return {
    ok: false,
    problem: {
      title: `The server answered ${response.status} without saying why. Please try again.`,
      status: response.status,
    },
  };
}

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "title" in value && typeof value.title === "string";
}
