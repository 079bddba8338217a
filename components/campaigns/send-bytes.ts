import type { Outcome, Problem } from "@/components/http/send-json";

/** Sends a file as it is. Never throws: what went wrong comes back in words for people. */
export async function sendBytes<T>(path: string, file: File): Promise<Outcome<T>> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: file,
  }).catch(() => null);
  if (!response) {
    const title = "The connection was lost while the file was sent. Nothing was stored; send it again.";

    return { ok: false, problem: { title, status: 0 } };
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return { ok: true, value: answer as T };
  if (typeof answer === "object" && answer !== null && "title" in answer && typeof answer.title === "string") {
    return { ok: false, problem: answer as Problem };
  }
  const title = `The server answered ${response.status} without saying why. Please try again.`;

  return { ok: false, problem: { title, status: response.status } };
}

/** Asks for a file by POST and hands it to the browser to keep. */
export async function fetchFile(path: string, fileName: string): Promise<Problem | null> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{}",
  }).catch(() => null);
  if (!response?.ok) {
    const answer: unknown = await response?.json().catch(() => null);
    const said = typeof answer === "object" && answer !== null && "title" in answer ? String(answer.title) : null;

    return { title: said ?? "The file could not be made. Please try again.", status: response?.status ?? 0 };
  }
  keepFile(await response.blob(), fileName);

  return null;
}

export function keepFile(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
