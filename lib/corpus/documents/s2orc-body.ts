import type { MarkedBlock } from "./assemble-document";
import { codePointIndex } from "./code-point-index";
import type { BlockKind, CorpusReference, DocumentFault } from "./document";
import { findYear, identifiersFrom } from "./identifiers";
import { idOf, listOf, personName, recordOf, textOf, wholeOf } from "./json-values";
import { SectionTrail } from "./section-trail";

/**
 * The blocks of S2ORC's `abstract`, `body_text` and `back_matter`: one a paragraph, spans in code points as Python counts them. A span whose
 * text is not what stands there is left out and counted.
 *
 * @param parse the object that holds the lists. O(size)
 * @example s2orcBlocks({ body_text: [{ text: "It works [1].", section: "Intro", sec_num: "1", cite_spans: […] }] }).blocks.length // 1
 */
export function s2orcBlocks(parse: Record<string, unknown>): { blocks: MarkedBlock[]; faults: DocumentFault[] } {
  const blocks: MarkedBlock[] = [];
  let misplaced = 0;
  for (const [list, kind] of [
    ["abstract", "abstract"],
    ["body_text", "paragraph"],
    ["back_matter", "paragraph"],
  ] as const satisfies [string, BlockKind][]) {
    const trail = new SectionTrail();
    let before: string | undefined;
    for (const entry of listOf(parse[list])) {
      const { text: raw, section, sec_num, cite_spans } = recordOf(entry);
      const text = textOf(raw);
      if (text.trim() === "") continue;
      const heading = `${textOf(sec_num)}\n${textOf(section)}`;
      if (heading !== before) {
        trail.leave();
        trail.enter();
        trail.setHeading(textOf(section), textOf(sec_num));
        before = heading;
      }
      const path = textOf(section) === "" ? [] : trail.path();
      const { marks, wrong } = marksOf(text, listOf(cite_spans));
      misplaced += wrong;
      blocks.push({ kind, section: path.at(-1) ?? "", sectionPath: path, text, marks });
    }
  }
  const reason = `${misplaced} ${misplaced === 1 ? "span is" : "spans are"} not where the file says; left out.`;

  return { blocks, faults: misplaced === 0 ? [] : [{ code: "span-misplaced", count: misplaced, reason }] };
}

function marksOf(text: string, spans: readonly unknown[]): { marks: MarkedBlock["marks"]; wrong: number } {
  const marks: MarkedBlock["marks"] = [];
  if (spans.length === 0) return { marks, wrong: 0 };
  const { toUnits } = codePointIndex(text);
  for (const span of spans) {
    const { start: from, end: to, text: printed, ref_id } = recordOf(span);
    const start = wholeOf(from) ?? -1;
    const end = wholeOf(to) ?? -1;
    const here = text.slice(toUnits(start), toUnits(end));
    if (start < 0 || end <= start || here === "" || (typeof printed === "string" && here !== printed)) continue;
    const id = referenceId(textOf(ref_id));
    marks.push({ start, end, ids: id === "" ? [] : [id] });
  }

  return { marks, wrong: spans.length - marks.length };
}

/** `BIBREF12` is GROBID's `b12`. @example referenceId("BIBREF12") // "b12" */
export function referenceId(key: string): string {
  return key.replace(/^BIBREF(?=\d+$)/, "b");
}

/** The list of references in S2ORC's `bib_entries`, in file order. O(entries) */
export function s2orcReferences(entries: Record<string, unknown>): CorpusReference[] {
  return Object.entries(entries).map(([key, value]): CorpusReference => {
    const entry = recordOf(value);
    const other = recordOf(entry.other_ids);
    const authors = listOf(entry.authors)
      .map(personName)
      .filter((name) => name !== "");
    const venue = textOf(entry.venue);
    const raw = textOf(entry.raw_text);
    const link = idOf(entry.link) || idOf(entry.links);
    const pairs = Object.entries(other).map(([kind, ids]): [string, string] => [kind, idOf(listOf(ids)[0] ?? ids)]);

    return {
      id: referenceId(key),
      title: textOf(entry.title),
      year: wholeOf(entry.year) ?? findYear(textOf(entry.year)) ?? null,
      ...(authors.length > 0 && { authors }),
      ...(venue !== "" && { venue }),
      ...(raw !== "" && { raw }),
      ...identifiersFrom([...pairs, ["corpusid", link]]),
    };
  });
}
