import { sliceByCodePoints, type TextRange, toUtf16Offset } from "@/lib/corpus/code-points";
import { locateTarget } from "@/lib/corpus/locate-target";
import type { CorpusDocument, CorpusReference } from "./document";
import { citationMentions, type Mention, type WindowOptions } from "./windows";

/** For which built-in codebook items are made. */
export type ItemTarget = "citation-role" | "must-cite";

export type ItemOptions = WindowOptions & { to: ItemTarget };

/** Stands for the target where the printed mark does not tell it from others. */
const PLACEHOLDER = "[REF_TARGET]";

/** How often a reference is mentioned, and in how many different windows: the second is what MasterSet's files hold, a lower bound of the first. */
export type MentionCounts = { mentions: number; windows: number };

/**
 * The mentions of a document by reference, in the order of its list, references without a mention too.
 *
 * @example mentionsByReference(document, {}).get("b3")?.mentions.length
 */
export function mentionsByReference(
  document: CorpusDocument,
  options: WindowOptions,
): Map<string, { reference: CorpusReference; mentions: Mention[]; windows: Mention[][] }> {
  const found = new Map(
    document.references.map((reference) => [
      reference.id,
      { reference, mentions: [] as Mention[], windows: [] as Mention[][] },
    ]),
  );
  const seen = new Map<string, Mention[]>();
  for (const mention of citationMentions(document, options)) {
    const entry = found.get(mention.referenceId);
    if (!entry) continue;
    entry.mentions.push(mention);
    const key = `${mention.referenceId}\n${mention.hash}`;
    const same = seen.get(key);
    if (same) same.push(mention);
    else {
      const group = [mention];
      seen.set(key, group);
      entry.windows.push(group);
    }
  }
  return found;
}

/** Mentions and different windows of a whole document. @example countMentions(document, {}) // { mentions: 57, windows: 55 } */
export function countMentions(document: CorpusDocument, options: WindowOptions): MentionCounts {
  const counts = { mentions: 0, windows: 0 };
  for (const { mentions, windows } of mentionsByReference(document, options).values()) {
    counts.mentions += mentions.length;
    counts.windows += windows.length;
  }
  return counts;
}

/**
 * Items to label from a document, as the import takes them. For citation-role one a reference and different window, the target marked at its place;
 * for must-cite one a reference with all its windows and the number of mentions, references that are never mentioned too. What made the file, and the
 * window's hash, travel along.
 *
 * @returns records in the order of the list of references. O(document)
 * @example [...documentItems(document, { to: "citation-role" })][0]?.context_text // "We extend [REF_TARGET]. …"
 */
export function* documentItems(document: CorpusDocument, options: ItemOptions): Generator<Record<string, unknown>> {
  const source = {
    source_tool: document.provenance.tool ?? document.provenance.format,
    source_version: document.provenance.version ?? "",
  };
  for (const { reference, mentions, windows } of mentionsByReference(document, options).values()) {
    if (options.to === "must-cite") {
      const { cited_as, contexts } = citedContexts(windows, mentions);
      yield {
        query_id: document.id,
        target: reference.id,
        query_title: document.title,
        venue: document.venue ?? "",
        query_year: document.year,
        cited_title: reference.title,
        cited_year: reference.year,
        cited_as,
        contexts,
        mention_count: mentions.length,
        ...source,
      };
      continue;
    }
    for (const [i, group] of windows.entries()) {
      const [mention] = group;
      if (!mention) continue;
      const marker = mention.text.includes(PLACEHOLDER) ? "[REF_TARGET_HERE]" : PLACEHOLDER;
      yield {
        context_id: `${document.id}:${reference.id}:${i + 1}`,
        focal_corpusid: document.corpusId ?? document.id,
        candidate_corpusid: paperKey(document, reference),
        context_text: replaceSpans(
          mention.text,
          group.filter((one) => one.block === mention.block && one.start === mention.start),
          marker,
        ),
        target_marker: marker,
        focal_title: document.title,
        candidate_title: reference.title,
        section: mention.section,
        window_hash: mention.hash,
        ...source,
      };
    }
  }
}

/** By what a cited paper is known across documents; within this one alone where it has no identifier. O(1). */
export function paperKey(document: CorpusDocument, reference: CorpusReference): string {
  return reference.corpusId ?? reference.doi ?? reference.arxiv ?? `${document.id}:${reference.id}`;
}

/**
 * The windows of a reference with the string by which the label page finds the target in them: as printed where that finds exactly the mentions,
 * else with a placeholder at each mention.
 *
 * @param windows mentions grouped by window; @param mentions all of them
 */
export function citedContexts(
  windows: readonly (readonly Mention[])[],
  mentions: readonly Mention[],
): { cited_as: string; contexts: { section: string; context: string }[] } {
  const printed = commonest(mentions.map(({ marker }) => marker));
  const spans = windows.map((group) => spansIn(group[0], mentions));
  const plain =
    printed !== "" &&
    windows.every((group, i) => sameSpans(locateTarget(group[0]?.text ?? "", printed).ranges, spans[i] ?? []));
  const cited_as = plain || mentions.length === 0 ? printed : PLACEHOLDER;
  const contexts = windows.flatMap(([first], i) => {
    if (!first) return [];
    const context = plain
      ? first.text
      : replaceSpans(
          first.text,
          (spans[i] ?? []).map((target) => ({ target })),
          PLACEHOLDER,
        );
    return [{ section: first.section, context }];
  });
  return { cited_as, contexts };
}

/** Where in a window all mentions of its reference stand, also those whose own window is another. */
function spansIn(window: Mention | undefined, mentions: readonly Mention[]): TextRange[] {
  if (!window) return [];
  return mentions
    .filter(({ block }) => block === window.block)
    .map(({ start, target }) => ({
      start: start + target.start - window.start,
      end: start + target.end - window.start,
    }))
    .filter(({ start, end }) => start >= 0 && end <= window.end - window.start);
}

function sameSpans(a: readonly TextRange[], b: readonly TextRange[]): boolean {
  return a.length === b.length && a.every(({ start, end }, i) => start === b[i]?.start && end === b[i]?.end);
}

function commonest(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ["", 0] as [string, number])[0];
}

function replaceSpans(text: string, mentions: readonly { target: TextRange }[], marker: string): string {
  const spans = mentions.map(({ target }) => target).toSorted((a, b) => a.start - b.start);
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start < at) continue;
    parts.push(sliceByCodePoints(text, at, start), marker);
    at = end;
  }
  return parts.join("") + text.slice(toUtf16Offset(text, at));
}
