import { ServiceError } from "@/lib/errors";

const LIMIT = 1_000_000;

/** The body as unknown JSON, for a verb to parse. Refuses other types, compressed bodies, and more than 1 MB while reading. */
export async function readJson(request: Request): Promise<unknown> {
  if (request.headers.get("content-encoding"))
    throw new ServiceError("unsupported", "Compressed bodies are not accepted.");
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim();
  if (type !== "application/json")
    throw new ServiceError("unsupported", "Send JSON with Content-Type: application/json.");
  const text = await readText(request);
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("bad_input", "The body is not JSON.");
  }
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = request.body?.getReader();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return text + decoder.decode();
      size += part.value.byteLength;
      if (size > LIMIT) break;
      text += decoder.decode(part.value, { stream: true });
    }
  } catch {
    throw new ServiceError("bad_input", "The body is not UTF-8.");
  }
  await reader?.cancel();
  throw new ServiceError("too_large", "The body is larger than 1 MB. Nothing was saved.");
}
