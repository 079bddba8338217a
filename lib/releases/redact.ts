import { createHash } from "node:crypto";
import { raterView } from "@/lib/codebooks/fields-for-rater";
import type { Codebook, CodebookField } from "@/lib/codebooks/schema";
import { isOpenLicence } from "./open-licence";
import type { Profile } from "./wire";

/** A text that may not be given on: by its hash whoever holds the source can tell that it is the same text. */
export type ClosedText = {
  sha256: string;
  /** In code points. */
  characters: number;
  /** Where the target stands, in code points, end exclusive; absent in fields without a target. */
  target?: [start: number, end: number][];
};

type Content = Readonly<Record<string, unknown>>;

/** A label as it is stored, with everything about it that a release may or may not say. */
export type PrivateLabel = {
  note: string | null;
  rationale: string | null;
  keyPhrase: string | null;
  elapsedMs: number | null;
  at: string;
};

/**
 * Whether this item's texts may leave under this profile: always to the team; to the public under an open licence of
 * the item itself (a field `licence` or `license`), else of the study.
 */
export function textsMayLeave(profile: Profile, studyLicence: string, content: Content): boolean {
  if (profile !== "public") return true;
  const own = content.licence ?? content.license;

  return isOpenLicence(typeof own === "string" && own.trim() !== "" ? own : studyLicence);
}

/**
 * An item's content as a release holds it. Closed: identifiers, numbers, truth values and choices stay; every other
 * string, at whatever depth and whether the codebook knows its field or not, becomes its hash, its length and where the
 * target stands in it. O(size).
 */
export function redactContent(codebook: Codebook, content: Content, open: boolean): Record<string, unknown> {
  if (open) return { ...content };
  const targets = targetsOf(codebook, content);
  const kept = keptFields(codebook);

  return Object.fromEntries(
    Object.entries(content).map(([id, value]) => [id, kept.has(id) ? value : closed(value, targets.get(id))]),
  );
}

/** A label's private parts under a profile. The public learn neither what was noted nor the hour. */
export function redactLabel(profile: Profile, textsOpen: boolean, label: PrivateLabel): PrivateLabel {
  if (profile !== "public") return label;

  return {
    note: null,
    // A judge's reasons quote the text that they are about.
    rationale: textsOpen ? label.rationale : null,
    keyPhrase: textsOpen ? label.keyPhrase : null,
    elapsedMs: null,
    at: `${label.at.slice(0, 10)}T00:00:00.000Z`,
  };
}

/** Identifiers and closed lists: what names a paper or is one of the codebook's own words is no text of anybody's. */
function keptFields(codebook: Codebook): Set<string> {
  const { fields, key, focal, target } = codebook.item;
  const ids = [...key, ...(focal ? [focal] : []), ...(target ? [target] : [])];
  const plain = (field: CodebookField) => ["integer", "number", "boolean", "choice"].includes(field.type);

  return new Set([...ids, ...fields.filter(plain).map((field) => field.id), "licence", "license", "source_url"]);
}

function targetsOf(codebook: Codebook, content: Content): Map<string, [number, number][][]> {
  const spans = (found: { start: number; end: number }[]) =>
    found.map(({ start, end }): [number, number] => [start, end]);

  return new Map(
    raterView(codebook, content).fields.flatMap(({ id, targets }) => (targets ? [[id, targets.map(spans)]] : [])),
  );
}

function closed(value: unknown, targets?: [number, number][][]): unknown {
  if (typeof value === "string") return hashed(value, targets?.[0]);
  if (Array.isArray(value)) return value.map((part, place) => closed(part, targets?.[place] && [targets[place]]));
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value);

  // Of a passage in a list, the target stands in its text and not in its section's name.
  return Object.fromEntries(
    parts.map(([id, part]) => [id, closed(part, ["context", "text"].includes(id) ? targets : undefined)]),
  );
}

function hashed(text: string, target: [number, number][] | undefined): ClosedText {
  return {
    sha256: createHash("sha256").update(text, "utf8").digest("hex"),
    characters: Array.from(text).length,
    ...(target && { target }),
  };
}
