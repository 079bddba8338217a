import { createHash } from "node:crypto";
import { findBuiltIn } from "@/lib/codebooks/built-in/find-built-in";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { parseCodebook } from "@/lib/codebooks/parse-codebook";
import type { Codebook } from "@/lib/codebooks/schema";
import { ServiceError } from "@/lib/errors";
import type { CreateStudyInput } from "./schema";

export function codebookHash(codebook: Codebook): string {
  return createHash("sha256").update(canonicalJson(codebook)).digest("hex");
}

/** The named built-in, or the uploaded text checked; faults come back with file, line and column. */
export function resolveCodebook(source: CreateStudyInput["codebook"]): Codebook {
  if ("builtIn" in source) {
    const found = findBuiltIn(source.builtIn);
    if (!found) throw new ServiceError("bad_input", `There is no built-in codebook "${source.builtIn}".`);

    return found;
  }
  const parsed = parseCodebook(source.text, source.fileName);
  if (parsed.ok) return parsed.codebook;
  throw new ServiceError("bad_input", `The codebook ${source.fileName} was not accepted; nothing was changed.`, {
    faults: parsed.faults.map(({ line, column, path, reason }) => ({
      file: source.fileName,
      line,
      column,
      reason: path ? `${path}: ${reason}` : reason,
    })),
    total: parsed.faults.length,
  });
}
