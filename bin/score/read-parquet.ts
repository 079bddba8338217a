import { parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { ServiceError } from "@/lib/errors";
import { openFile } from "./read-lines";

/** The rows of a Parquet file; 64-bit integers are bigints. */
export async function readParquet(file: string): Promise<Record<string, unknown>[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of openFile(file)) chunks.push(chunk);
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }

  try {
    return await parquetReadObjects({ file: bytes.buffer, compressors });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceError("bad_input", `Nothing was scored: ${file} is no whole Parquet file (${reason}).`);
  }
}
