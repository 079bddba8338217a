import type { Problem } from "@/components/http/send-json";

export type SentFile = { ok: true; notices: string[] } | { ok: false; problem: Problem };

/** Sends one file's bytes as they lie on this computer's disk. Never throws: what went wrong comes back in words for people. */
export async function sendFile(path: string, about: Record<string, string>, file: File): Promise<SentFile> {
  const address = `${path}?${new URLSearchParams({ ...about, file: file.name })}`;
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  }).catch(() => null);
  if (!response) {
    const title = "The connection was lost while the file was sent. Nothing was stored; send it again.";

    return { ok: false, problem: { title, status: 0 } };
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return { ok: true, notices: noticesOf(answer) };
  if (typeof answer === "object" && answer !== null && "title" in answer && typeof answer.title === "string") {
    return { ok: false, problem: answer as Problem };
  }
  const title = `The server answered ${response.status} without saying why. Please try again.`;

  return { ok: false, problem: { title, status: response.status } };
}

function noticesOf(answer: unknown): string[] {
  const { notices } = (answer ?? {}) as { notices?: { reason?: unknown }[] };

  return (Array.isArray(notices) ? notices : []).flatMap(({ reason }) => (typeof reason === "string" ? [reason] : []));
}
