import type { MarkedBlock } from "./assemble-document";
import { codePointIndex } from "./code-point-index";
import type { CorpusReference, DocumentFault } from "./document";
import { findYear, identifiersFrom, normaliseDoi } from "./identifiers";
import { idOf, recordOf, textOf, wholeOf } from "./json-values";
import { referenceId } from "./s2orc-body";
import { SectionTrail } from "./section-trail";

type Annotation = { start: number; end: number; attributes: Record<string, unknown> };
type Slice = (range: { start: number; end: number }) => string;

export type S2orcContent = {
  title: string;
  authors: string[];
  references: CorpusReference[];
  blocks: MarkedBlock[];
  faults: DocumentFault[];
};

/**
 * Today's API: one text, and `annotations` whose values are JSON lists in strings. Paragraphs become blocks, offsets are moved into them.
 * Marks outside of every paragraph are counted and left out.
 *
 * @param content `{ text, annotations }`
 * @returns the parts, or why they cannot be read. O(text + annotations · log)
 * @example s2orcContent({ text: "It works [1].", annotations: { paragraph: '[{"start":0,"end":13}]' } })
 */
export function s2orcContent(content: Record<string, unknown>): S2orcContent | string {
  const text = textOf(content.text);
  if (text === "") return "This record has no text in content.text.";
  const lists = new Map<string, Annotation[]>();
  for (const [name, value] of Object.entries(recordOf(content.annotations))) {
    const list = readList(value);
    if (list === undefined) return `content.annotations.${name} is no JSON list.`;
    lists.set(name.replaceAll("_", ""), list);
  }
  const list = (name: string) => lists.get(name) ?? [];
  const { toUnits } = codePointIndex(text);
  const slice: Slice = ({ start, end }) => text.slice(toUnits(start), toUnits(end));
  const [titled] = list("title");
  const { blocks, outside } = blocksOf(list, slice);
  const reason = `${outside} ${outside === 1 ? "citation stands" : "citations stand"} outside of every paragraph; left out.`;

  return {
    title: titled ? slice(titled) : "",
    authors: list("author").map((one) => oneLine(slice(one))),
    references: referencesOf(list, slice),
    blocks,
    faults: outside === 0 ? [] : [{ code: "citation-outside-paragraph", count: outside, reason }],
  };
}

/** JSON in a string, a list as it is, or nothing; undefined where it is neither. Sorted by start. */
function readList(value: unknown): Annotation[] | undefined {
  let list = value;
  if (typeof value === "string") {
    try {
      list = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) return undefined;

  return list
    .flatMap((entry): Annotation[] => {
      const { start: from, end: to, attributes } = recordOf(entry);
      const start = wholeOf(from);
      const end = wholeOf(to);

      return start === undefined || end === undefined || end <= start
        ? []
        : [{ start, end, attributes: recordOf(attributes) }];
    })
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

function blocksOf(list: (name: string) => Annotation[], slice: Slice): { blocks: MarkedBlock[]; outside: number } {
  const trail = new SectionTrail();
  const headers = list("sectionheader");
  // a paper has one abstract, at times in a second language
  const abstracts = list("abstract").slice(0, 8);
  const marks = list("bibref");
  const blocks: MarkedBlock[] = [];
  let header = 0;
  let mark = 0;
  let outside = 0;
  const paragraphs = withBareAbstracts(list("paragraph"), abstracts);
  for (const paragraph of paragraphs) {
    for (let next = headers[header]; next && next.start <= paragraph.start; next = headers[++header]) {
      trail.leave();
      trail.enter();
      trail.setHeading(oneLine(slice(next)), idOf(next.attributes.n));
    }
    const inAbstract = abstracts.some(({ start, end }) => start <= paragraph.start && paragraph.end <= end);
    const path = inAbstract ? ["Abstract"] : trail.path();
    const own: MarkedBlock["marks"] = [];
    for (let next = marks[mark]; next && next.start < paragraph.end; next = marks[++mark]) {
      if (next.start < paragraph.start || next.end > paragraph.end) {
        outside++;
        continue;
      }
      const id = referenceId(idOf(next.attributes.ref_id));
      own.push({ start: next.start - paragraph.start, end: next.end - paragraph.start, ids: id === "" ? [] : [id] });
    }
    const kind = inAbstract ? ("abstract" as const) : ("paragraph" as const);
    blocks.push({ kind, section: path.at(-1) ?? "", sectionPath: path, text: slice(paragraph), marks: own });
  }

  return { blocks, outside: outside + marks.length - mark };
}

/** An abstract without paragraphs of its own is one. Of paragraphs that overlap, the first stays. */
function withBareAbstracts(paragraphs: readonly Annotation[], abstracts: readonly Annotation[]): Annotation[] {
  const bare = abstracts.filter(({ start, end }) => !paragraphs.some((one) => one.start < end && start < one.end));
  const kept: Annotation[] = [];
  for (const one of [...paragraphs, ...bare].sort((a, b) => a.start - b.start))
    if (one.start >= (kept.at(-1)?.end ?? 0)) kept.push(one);

  return kept;
}

function referencesOf(list: (name: string) => Annotation[], slice: Slice): CorpusReference[] {
  const entries = list("bibentry");
  const authorsOf = textsWithin(list("bibauthor"), entries, slice);
  const titlesOf = textsWithin(list("bibtitle"), entries, slice);
  const venuesOf = textsWithin(list("bibvenue"), entries, slice);

  return entries.map((entry, index): CorpusReference => {
    const raw = oneLine(slice(entry));
    const authors = authorsOf[index] ?? [];
    const title = titlesOf[index]?.[0] ?? "";
    const venue = venuesOf[index]?.[0];

    return {
      id: referenceId(idOf(entry.attributes.id)) || `b${index}`,
      title,
      year: findYear(raw.replace(title, " ")) ?? null,
      ...(authors.length > 0 && { authors }),
      ...(venue !== undefined && { venue }),
      raw,
      ...identifiersFrom([
        ["corpusid", idOf(entry.attributes.matched_paper_id)],
        ["doi", idOf(entry.attributes.doi) || (normaliseDoi(raw) ?? "")],
      ]),
    };
  });
}

/** For each of the outer ranges, the texts of the inner ones that it holds. Both sorted by start. */
function textsWithin(inner: readonly Annotation[], outer: readonly Annotation[], slice: Slice): string[][] {
  let at = 0;

  return outer.map(({ start, end }) => {
    const texts: string[] = [];
    while ((inner[at]?.start ?? end) < start) at++;
    for (let one = inner[at]; one && one.start < end; one = inner[++at])
      if (one.end <= end) texts.push(oneLine(slice(one)));

    return texts;
  });
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
