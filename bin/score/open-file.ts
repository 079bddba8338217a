import { createReadStream } from "node:fs";
import { ServiceError } from "@/lib/errors";

/** The bytes of a file; a file that cannot be read is bad input and no crash. */
export async function* openFile(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 20 });
  } catch (error) {
    throw new ServiceError("bad_input", `${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}
