import { z } from "zod";
import { type FileFault, readYaml } from "@/lib/codebooks/read-yaml";
import { ReleasePath } from "./release-path";

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** A column is one of these values, or within bounds. In a list column: the list has one of them. */
const Condition = z.union([
  Value,
  z.array(Value).min(1),
  z.strictObject({ at_least: z.number().optional(), at_most: z.number().optional() }),
]);
export const Where = z.record(z.string(), Condition);
export type Where = z.output<typeof Where>;

const file = ReleasePath;
const where = Where.default({});

/** What a printed number is, as a query over the release's files. */
export const ClaimQuery = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("count"), file, where }),
  z.strictObject({ kind: z.literal("distinct"), file, column: z.string(), where }),
  /** Rows that meet `where` among those that meet `among`. */
  z.strictObject({ kind: z.literal("share"), file, where, among: where }),
  z.strictObject({
    kind: z.enum(["sum", "mean", "median", "min", "max"]),
    file,
    column: z.string(),
    where,
  }),
  /** A number of agreement.json by its id; verify has computed it from the label rows. */
  z.strictObject({
    kind: z.literal("agreement"),
    id: z.string(),
    part: z.enum(["value", "low", "high", "n"]).default("value"),
  }),
  /** A run beside the claims file, scored under qrels of the release. */
  z.strictObject({
    kind: z.literal("score"),
    qrels: ReleasePath,
    run: z.string().min(1),
    metric: z.string(),
    average: z.enum(["complete", "intersection"]).default("complete"),
  }),
  /** A number of the manifest: `pool.size`, `coverage.0.items`. */
  z.strictObject({ kind: z.literal("manifest"), path: z.string().min(1) }),
]);
export type ClaimQuery = z.output<typeof ClaimQuery>;

export const Claim = z.strictObject({
  name: z.string().min(1),
  /** As the paper has it. */
  sentence: z.string().min(1),
  /** As it is printed: "1,202", ".461", "69.0 %". Its decimals say how far to round. */
  printed: z.string().min(1),
  rounding: z.enum(["half_up", "half_even", "down"]).default("half_up"),
  query: ClaimQuery,
});
export type Claim = z.output<typeof Claim>;

const Claims = z.strictObject({ claims: z.array(Claim).min(1).max(10_000) });

/**
 * Reads a claims.yml; faults by line and column, and nothing is taken from a file that has one. O(size).
 *
 * @example const read = readClaims(text); if (read.ok) read.claims[0]?.name;
 */
export function readClaims(text: string): { ok: true; claims: Claim[] } | { ok: false; faults: FileFault[] } {
  const read = readYaml(text);
  if (!read.ok) return read;
  const parsed = Claims.safeParse(read.value);
  if (!parsed.success) {
    return { ok: false, faults: parsed.error.issues.map((issue) => read.locate(plainPath(issue.path), issue.message)) };
  }
  const faults: FileFault[] = [];
  const names = new Set<string>();
  parsed.data.claims.forEach((claim, place) => {
    const at = (key: string, reason: string) => faults.push(read.locate(["claims", place, key], reason));
    if (names.has(claim.name)) at("name", `the name ${claim.name} stands twice`);
    names.add(claim.name);
    if (!readPrinted(claim.printed)) at("printed", `"${claim.printed}" is no printed number`);
  });

  return faults.length > 0 ? { ok: false, faults } : { ok: true, claims: parsed.data.claims };
}

function plainPath(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((part) => (typeof part === "number" ? part : String(part)));
}

/**
 * A printed number: its value, its decimals, and whether it is a percentage. Understands thousands separators (comma, thin
 * and no-break space), the minus sign and a missing zero. Undefined for anything else. O(length).
 *
 * @example readPrinted("69.0 %"); // => { value: 69, digits: 1, percent: true }
 */
export function readPrinted(text: string): { value: number; digits: number; percent: boolean } | undefined {
  const match = /^([-\u2212]?)(\d{1,3}(?:[,\u00a0\u202f\u2009]\d{3})+|\d*)(?:\.(\d+))?\s*(%?)$/.exec(text.trim());
  if (!match) return undefined;
  const [, sign, whole = "", decimals = "", percent] = match;
  if (whole === "" && decimals === "") return undefined;
  const value = Number(`${sign ? "-" : ""}${whole.replaceAll(/\D/g, "") || "0"}.${decimals || "0"}`);

  return { value, digits: decimals.length, percent: percent === "%" };
}
