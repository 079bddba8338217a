import { ServiceError } from "@/lib/errors";

const LIMIT = 1_000_000;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** The body as unknown JSON, for a verb to parse. Refuses other types, compressed bodies, and more than 1 MB while reading. */
export async function readJson(request: Request): Promise<unknown> {
  if (request.headers.get("content-encoding"))
    throw new ServiceError("unsupported", "Compressed bodies are not accepted.");
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new ServiceError("unsupported", "Send JSON with Content-Type: application/json.");
  const text = await readText(request);
  if (text === "") return {};
  const body = parse(text);
  // Only escapes can bring these in: the bytes themselves were checked. The database would alter or refuse them.
  if (/\\u(0000|d[89a-f])/i.test(text) && !isStorable(body)) {
    throw new ServiceError("bad_input", "The body holds half a character or U+0000, which cannot be stored.");
  }

  return body;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError("bad_input", "The body is not JSON.");
  }
}

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !LONE_SURROGATE.test(value) && !value.includes("\0");
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== "object" || value === null) return true;

  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorable(part));
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
