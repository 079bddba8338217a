import { ServiceError } from "@/lib/errors";
import type { UploadedFile } from "./schema";

export type UploadedRequest = {
  file: UploadedFile;
  /** Reads what nobody asked for, so that the sender gets its answer instead of a broken connection. */
  drain(): Promise<void>;
};

/** One file as the body of a request, its name in the address: read as it arrives, never put on a disk. */
export function uploadOf(request: Request, fileName: string | undefined): UploadedRequest {
  if (request.headers.get("content-encoding"))
    throw new ServiceError("unsupported", "Compressed bodies are not accepted.");
  if (request.headers.get("content-type")?.split(";")[0]?.trim() !== "application/octet-stream") {
    throw new ServiceError("unsupported", "Send the file's bytes as application/octet-stream.");
  }
  const length = request.headers.get("content-length");
  const size = length !== null && /^\d{1,15}$/.test(length) ? Number(length) : undefined;
  const reader = request.body?.getReader();

  return {
    file: { name: fileName ?? "", ...(size !== undefined && { size }), bytes: chunksOf(reader) },
    async drain() {
      try {
        // Not by the generator: whoever stopped reading has ended it.
        for await (const _ of chunksOf(reader));
      } catch {
        // The sender is gone; there is nobody left to answer.
      }
    },
  };
}

async function* chunksOf(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    yield part.value;
  }
}
