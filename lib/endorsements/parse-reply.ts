import { authorKey } from "@/lib/campaigns/author-names";
import { normaliseTitle, titleSimilarity } from "@/lib/corpus/normalise-title";
import { type ReplyBlock, replyBlocks } from "./reply-text";

export type ReplyReference = {
  n: number;
  corpusId: string | null;
  title: string;
  year: number | null;
  authors: readonly string[];
  doi: string | null;
};
export type ReplyPaper = { focalId: string; title: string; references: readonly ReplyReference[] };

/** How the work was found: `typed` is in no list, and `near` only resembles what was typed. */
export const REPLY_FOUND = ["doi", "title", "number", "author_year", "near", "typed"] as const;
export type ReplyFound = (typeof REPLY_FOUND)[number];
/** Why a person must look twice. */
export type ReplyDoubt = "negated" | "hedged" | "several" | "which_paper";
export type ReplyProposal = {
  /** Null: the mail does not say for which of several papers. */
  focalId: string | null;
  line: number;
  /** The sentence or bullet that it was read from. */
  quote: string;
  by: ReplyFound;
  /** In the list of the paper. */
  n: number | null;
  title: string;
  year: number | null;
  doi: string | null;
  doubts: ReplyDoubt[];
};

const NEGATED = /\b(not|never|no|none|neither|nor|except|instead of|rather than|nicht|kein\w*|weder)\b|n['’]t\b/i;
const HEDGED = /\b(maybe|perhaps|possibly|somewhat|might|partly|vielleicht|teilweise)\b/i;
const SHORTEST_TITLE = 10;
const NEAR = 0.45;

/**
 * Pairs that a mail may name, against the lists of the papers its writer was asked about. Proposals only: a person
 * confirms each, and nothing else of the mail is used. O(blocks × references).
 *
 * @example parseReply("Refs [3] and [5].", [{ focalId: "p", title: "Ours", references }]); // two proposals by number
 */
export function parseReply(text: string, papers: readonly ReplyPaper[]): ReplyProposal[] {
  const found: ReplyProposal[] = [];
  let current = papers.length === 1 ? (papers[0] ?? null) : null;
  for (const block of replyBlocks(text)) {
    const named = papers.find((paper) => holds(normaliseTitle(block.text), normaliseTitle(paper.title)));
    current = named ?? current;
    const scope = current ? [current] : papers;
    for (const sentence of sentencesOf(block)) {
      const here = scope.flatMap((paper) => inList(sentence, paper, scope.length === 1));
      const rest = here.length > 0 ? [] : outsideList(sentence, block, named, current, scope);
      const doubts: ReplyDoubt[] = [
        ...(NEGATED.test(sentence) ? (["negated"] as const) : []),
        ...(HEDGED.test(sentence) ? (["hedged"] as const) : []),
      ];
      for (const one of [...here, ...rest]) {
        found.push({
          ...one,
          line: block.line,
          quote: sentence,
          doubts: [
            ...doubts,
            ...one.doubts,
            ...(one.focalId === null || (scope.length > 1 && one.n !== null) ? (["which_paper"] as const) : []),
          ],
        });
      }
    }
  }

  return once(found);
}

type Found = Omit<ReplyProposal, "line" | "quote">;

function inList(sentence: string, paper: ReplyPaper, alone: boolean): Found[] {
  const { focalId, references } = paper;
  const key = normaliseTitle(sentence);
  const dois = doisIn(sentence);
  const numbers = alone ? numbersIn(sentence) : new Set<number>();
  const cited = authorYears(sentence);
  const sure = references.flatMap((reference): Found[] => {
    const { n, title, year, doi } = reference;
    const entry = { focalId, n, title, year, doi, doubts: [] };
    if (doi !== null && dois.has(doi.toLowerCase())) return [{ ...entry, by: "doi" }];
    if (holds(key, normaliseTitle(title))) return [{ ...entry, by: "title" }];

    return numbers.has(n) ? [{ ...entry, by: "number" }] : [];
  });
  const byName = cited.flatMap(({ last, year }): Found[] => {
    const matching = references.filter(
      (reference) => reference.year === year && reference.authors.some((name) => lastName(name) === last),
    );
    if (matching.some((reference) => sure.some((one) => one.n === reference.n))) return [];
    const doubts: ReplyDoubt[] = matching.length > 1 ? ["several"] : [];

    return matching.map(({ n, title, doi }) => ({ focalId, n, title, year, doi, by: "author_year", doubts }));
  });

  return [...sure, ...byName];
}

/** A DOI, a title in quotation marks, or a bullet that no list holds: the nearest title of the list, else as it was typed. */
function outsideList(
  sentence: string,
  block: ReplyBlock,
  named: ReplyPaper | undefined,
  current: ReplyPaper | null,
  scope: readonly ReplyPaper[],
): Found[] {
  const quoted = [...sentence.matchAll(/["“„«]([^"”“»]{10,300})["”“»]/gu)].map(([, title = ""]) => title);
  const dois = [...doisIn(sentence)];
  const whole = block.bullet && !named && normaliseTitle(sentence).length >= SHORTEST_TITLE ? [sentence] : [];
  const typed = quoted.length > 0 ? quoted : whole;
  const focalId = current?.focalId ?? null;
  if (typed.length === 0) {
    return dois.map((doi) => ({ focalId, n: null, title: doi, year: null, doi, by: "typed", doubts: [] }));
  }

  return typed.flatMap((text): Found[] => {
    if (scope.some((paper) => normaliseTitle(text) === normaliseTitle(paper.title))) return [];
    const { title, year } = withoutYear(text);
    const key = normaliseTitle(title);
    const [near] = scope
      .flatMap((paper) => paper.references.map((reference) => ({ paper, reference })))
      .map((one) => ({ ...one, alike: titleSimilarity(key, normaliseTitle(one.reference.title)) }))
      .filter(({ alike }) => alike >= NEAR)
      .sort((a, b) => b.alike - a.alike);
    if (near) {
      const { n, title: listed, year: published, doi } = near.reference;

      return [{ focalId: near.paper.focalId, n, title: listed, year: published, doi, by: "near", doubts: [] }];
    }

    return [{ focalId, n: null, title, year, doi: dois[0] ?? null, by: "typed", doubts: [] }];
  });
}

/** Whole words of a normalised title within a normalised text; titles too short to be told from words are not looked for. */
function holds(text: string, title: string): boolean {
  return title.length >= SHORTEST_TITLE && ` ${text} `.includes(` ${title} `);
}

function doisIn(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/\b10\.\d{4,9}\/[^\s"<>]+/g)].map(([doi]) => doi.replace(/[.,;)\]]+$/, "").toLowerCase()),
  );
}

/** `[3]`, `[1, 4–6]`, `refs 3, 7 and 12`, `no. 5`, `#8`. */
function numbersIn(text: string): Set<number> {
  const list = String.raw`\d{1,3}(?:\s*(?:,|;|&|-|–|and|und)\s*#?\d{1,3})*`;
  const runs = [
    ...text.matchAll(new RegExp(String.raw`\[(${list})\]`, "g")),
    ...text.matchAll(
      new RegExp(String.raw`(?:\b(?:refs?|references?|numbers?|nos?|nr|items?)\.?\s*#?|#)(${list})\b`, "gi"),
    ),
  ];
  const numbers = new Set<number>();
  for (const [, run = ""] of runs) {
    for (const part of run.split(/,|;|&|and|und/)) {
      const [from = 0, to = from] = part.replaceAll("#", "").split(/[-–]/).map(Number);
      for (let n = from; n <= Math.min(to, from + 50); n += 1) if (n > 0) numbers.add(n);
    }
  }

  return numbers;
}

/** `Marsh et al. (2019)`, `Marsh and Lind 2019`, `Marsh, 2019a`. */
function authorYears(text: string): { last: string; year: number }[] {
  const pattern =
    /(\p{Lu}[\p{L}'’-]+)(?:\s+et\s+al\.?|(?:,\s*\p{Lu}[\p{L}'’-]+)*,?\s+(?:and|und|&)\s+\p{Lu}[\p{L}'’-]+)?,?\s*[([]?((?:19|20)\d{2})[a-z]?\b/gu;

  return [...text.matchAll(pattern)].map(([, last = "", year]) => ({ last: normaliseTitle(last), year: Number(year) }));
}

function lastName(name: string): string {
  const words = authorKey(name).split(" ");

  return words.length > 1 ? words.slice(0, -1).join(" ") : (words[0] ?? "");
}

function withoutYear(text: string): { title: string; year: number | null } {
  const year = /\b((?:19|20)\d{2})\b/.exec(text)?.[1];
  const title = text
    .replace(/\b10\.\d{4,9}\/\S+/, "")
    .replace(/[\s,;.]*[([]?\b(?:19|20)\d{2}\b[)\]]?[\s.,;]*$/, "")
    .trim();

  return { title: title === "" ? text : title, year: year === undefined ? null : Number(year) };
}

function sentencesOf(block: ReplyBlock): string[] {
  if (block.bullet) return [block.text];

  return block.text
    .split(/(?<!\bal\.|\b\p{Lu}\.|\b[Rr]efs?\.|\b[Nn]os?\.)(?<=[.!?])\s+(?=[\p{Lu}\d"“„«[])/u)
    .filter(Boolean);
}

/** One proposal a work: the surest; a doubt of any place where it is named stays. */
function once(found: readonly ReplyProposal[]): ReplyProposal[] {
  const kept = new Map<string, ReplyProposal>();
  for (const one of found) {
    const work = one.n === null ? `${one.doi ?? normaliseTitle(one.title)}` : `n ${one.n}`;
    const key = `${one.focalId} ${work}`;
    const there = kept.get(key);
    if (!there) kept.set(key, one);
    else {
      const better = REPLY_FOUND.indexOf(one.by) < REPLY_FOUND.indexOf(there.by) ? one : there;
      kept.set(key, { ...better, doubts: [...new Set([...there.doubts, ...one.doubts])] });
    }
  }

  return [...kept.values()];
}
