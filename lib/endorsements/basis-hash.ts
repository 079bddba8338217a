import { canonicalJson } from "@/lib/codebooks/canonical-json";
import type { EndorsementModel } from "@/lib/db/generated/models";
import { sha256 } from "./internal";

/** What a reviewer decides about: the pair and how it was said, not the reason given for it. */
export function basisHashOf(row: EndorsementModel): string {
  const { id, focalId, referenceN, title, year, doi, corpusId, value } = row;

  return sha256(canonicalJson({ id, focalId, referenceN, title, year, doi, corpusId, value }));
}
