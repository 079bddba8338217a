import type { Codebook } from "@/lib/codebooks/schema";
import { citationRole } from "./citation-role";
import { markerPair } from "./marker-pair";
import { markerVetting } from "./marker-vetting";
import { mustCite } from "./must-cite";
import { paperRoot } from "./paper-root";

/** The codebooks that come with Assay, in the order in which they are offered. */
export const builtInCodebooks: readonly Codebook[] = [citationRole, mustCite, markerPair, markerVetting, paperRoot];

/**
 * A built-in codebook by its id. Undefined where there is none of that name. O(1).
 * @example findBuiltIn("must-cite")?.title // "Must-cite"
 */
export function findBuiltIn(id: string): Codebook | undefined {
  return builtInCodebooks.find((codebook) => codebook.id === id);
}
