import { stringify } from "yaml";
import type { Codebook } from "./schema";

/** What the schema fills in where a codebook does not say it. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  askedOf: "both",
  required: true,
  display: "meta",
  order: "fixed",
  ofItem: false,
};

/**
 * A codebook as YAML to edit, without what the schema fills in by itself: read again, it is the same codebook. O(size).
 * @example parseCodebook(codebookText(citationRole)) // { ok: true, codebook: citationRole, warnings: [] }
 */
export function codebookText(codebook: Codebook): string {
  return stringify(strip(codebook), { lineWidth: 110, blockQuote: "literal" });
}

function strip(value: unknown, within = ""): unknown {
  if (Array.isArray(value)) return value.map((part) => strip(part, within));
  if (typeof value !== "object" || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    // A variant must say whom it is for. An option may say `note: optional` over its question; a question that says it says nothing.
    const silent =
      (DEFAULTS[key] === inner && within !== "variants") ||
      (key === "note" && inner === "optional" && "scale" in value);
    const short = strip(inner, key);
    if (inner === undefined || silent || isEmpty(short)) continue;
    kept.push([key, short]);
  }
  return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
  if (value === "") return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
