import { hash } from "node:crypto";
import type { Passage } from "@/lib/codebooks/item-schema";
import type { Codebook, CodebookField } from "@/lib/codebooks/schema";
import { locateTarget } from "@/lib/corpus/locate-target";

type Content = Readonly<Record<string, unknown>>;

type ItemFacts = { windowHash: string | null; located: boolean | null; empty: boolean };

export function sha256(text: string): string {
  return hash("sha256", text);
}

/**
 * Makes the function that tells of an item what its columns need beside the content: the hash of its passage with the
 * target's mark taken out and white space evened (two items with one hash show the same passage), whether the target is
 * found in every passage (null where there is no passage or nothing to find it by), and whether a list of contexts is empty.
 */
export function itemFacts(codebook: Codebook): (content: Content) => ItemFacts {
  const { fields, window: named } = codebook.item;
  const window =
    fields.find((field) => field.id === named) ??
    fields.find((field) => field.type === "window") ??
    fields.find((field) => field.type === "contexts");
  const contexts = fields.filter((field) => field.type === "contexts").map((field) => field.id);
  const marked = fields.filter(hasTarget);

  return (content) => {
    const texts = window ? passagesOf(window, content) : [];
    const mark = window ? markerOf(window, content) : undefined;
    const plain = texts.map((text) => withoutMark(text, mark));

    return {
      windowHash: plain.length > 0 ? sha256(plain.join("\n")) : null,
      located: locatedIn(marked, content),
      empty: contexts.some((id) => Array.isArray(content[id]) && content[id].length === 0),
    };
  };
}

/** The marker where the text has it, else the citation string in its forms. */
function hasTargetIn(text: string, marker: string | undefined, citedAs: unknown): boolean {
  if (marker !== undefined && text.includes(marker)) return true;

  return typeof citedAs === "string" && locateTarget(text, citedAs).ranges.length > 0;
}

function locatedIn(fields: readonly CodebookField[], content: Content): boolean | null {
  let passages = 0;
  for (const field of fields) {
    const marker = markerOf(field, content);
    const citedAs = field.citedAs === undefined ? undefined : content[field.citedAs];
    for (const text of passagesOf(field, content)) {
      passages += 1;
      if (!hasTargetIn(text, marker, citedAs)) return false;
    }
  }

  return passages === 0 ? null : true;
}

function passagesOf(field: CodebookField, content: Content): string[] {
  const value = content[field.id];
  if (field.type === "contexts" && Array.isArray(value)) return (value as Passage[]).map(({ context }) => context);

  return typeof value === "string" && value !== "" ? [value] : [];
}

function markerOf(field: CodebookField, content: Content): string | undefined {
  const own = field.markerFrom === undefined ? undefined : content[field.markerFrom];

  return typeof own === "string" && own !== "" ? own : field.marker;
}

/** Whether there is anything to find the target by. */
function hasTarget(field: CodebookField): boolean {
  return field.marker !== undefined || field.markerFrom !== undefined || field.citedAs !== undefined;
}

/** The mark stands for a blank; blanks that follow one another count as one. */
function withoutMark(text: string, mark: string | undefined): string {
  const composed = text.normalize("NFC");
  if (mark === undefined) return evened(composed);

  return composed.split(mark).map(evened).join(" ").trim();
}

function evened(text: string): string {
  return text.includes("  ") || OTHER_BLANK.test(text) ? text.replace(/\s+/g, " ").trim() : text.trim();
}

const OTHER_BLANK = /[^\S ]/;
