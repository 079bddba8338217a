import type { Problem } from "@/components/http/send-json";
import { IMPORT_MEDIA_TYPE, type ImportHead, ImportView } from "@/lib/imports/wire";

export type UploadOutcome = { kind: "ended"; view: ImportView } | { kind: "failed"; problem: Problem };

export type Upload = { outcome: Promise<UploadOutcome>; abort: () => void };

/**
 * Sends an import as one body: its head as a line of JSON, then the files as they lie on this computer's disk, never
 * read into memory. How far it is tells the server (askProgress): what was sent may still wait there.
 */
export function uploadImport(slug: string, head: ImportHead, files: readonly File[]): Upload {
  const control = new AbortController();
  const outcome = fetch(`/api/v1/studies/${slug}/imports`, {
    method: "POST",
    headers: { "Content-Type": IMPORT_MEDIA_TYPE },
    body: new Blob([`${JSON.stringify(head)}\n`, ...files]),
    signal: control.signal,
  }).then(read, () => lost());

  return { outcome, abort: () => control.abort() };
}

async function read(response: Response): Promise<UploadOutcome> {
  const answer: unknown = await response.json().catch(() => null);
  if (answer === null) return lost(response.status);
  const done = ImportView.safeParse(answer);
  if (done.success) return { kind: "ended", view: done.data };
  const refused = ImportView.safeParse((answer as { import?: unknown }).import);
  if (refused.success) return { kind: "ended", view: refused.data };
  const title = (answer as { title?: unknown }).title;
  if (typeof title !== "string") return lost(response.status);

  return { kind: "failed", problem: { ...(answer as Problem), title } };
}

function lost(status = 0): UploadOutcome {
  const title =
    status === 0
      ? "The connection was lost while the files were sent. Nothing was stored; send them again."
      : `The server answered ${status} without saying why. The list below says whether the import was stored.`;

  return { kind: "failed", problem: { title, status } };
}

/** How far the server is; null where it cannot say just now. */
export async function askProgress(slug: string, importId: string): Promise<ImportView | null> {
  const response = await fetch(`/api/v1/studies/${slug}/imports/${importId}`).catch(() => null);
  if (!response?.ok) return null;
  const view = ImportView.safeParse(await response.json().catch(() => null));

  return view.success ? view.data : null;
}
