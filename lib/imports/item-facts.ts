import { createHash } from "node:crypto";
import { type Locate, raterView } from "@/lib/codebooks/fields-for-rater";
import type { Passage } from "@/lib/codebooks/item-schema";
import type { Codebook, CodebookField } from "@/lib/codebooks/schema";
import { locateTarget } from "@/lib/corpus/locate-target";

type Content = Readonly<Record<string, unknown>>;

type ItemFacts = { windowHash: string | null; located: boolean | null; empty: boolean };

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
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
  const contexts = codebook.item.fields.filter((field) => field.type === "contexts").map((field) => field.id);
  const marked = new Set(codebook.item.fields.filter(hasTarget).map((field) => field.id));

  return (content) => {
    const texts = window ? passagesOf(window, content) : [];
    const mark = window ? markerOf(window, content) : undefined;
    const plain = texts.map((text) => evened(mark === undefined ? text : text.replaceAll(mark, " ")));

    return {
      windowHash: plain.length > 0 ? sha256(plain.join("\n")) : null,
      located: marked.size > 0 ? locatedIn(codebook, content, marked) : null,
      empty: contexts.some((id) => Array.isArray(content[id]) && content[id].length === 0),
    };
  };
}

/** The marker where the text has it, else the citation string in its forms. */
const locate: Locate = ({ text, marker, citedAs }) => {
  const targets = marker === undefined ? [] : locateTarget(text, marker).ranges;
  if (targets.length > 0 || citedAs === undefined) return { targets };

  return { targets: locateTarget(text, citedAs).ranges };
};

function locatedIn(codebook: Codebook, content: Content, marked: ReadonlySet<string>): boolean | null {
  const targets = raterView(codebook, content, locate).fields.flatMap((field) =>
    marked.has(field.id) ? (field.targets ?? []) : [],
  );

  return targets.length === 0 ? null : targets.every((spans) => spans.length > 0);
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

function hasTarget(field: CodebookField): boolean {
  return field.marker !== undefined || field.markerFrom !== undefined || field.citedAs !== undefined;
}

function evened(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
