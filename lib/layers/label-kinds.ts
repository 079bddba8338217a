import { compareIds } from "@/lib/scoring/compare-ids";
import type { StoredLabel } from "./layer-statement";

export type Rater = { id: string; kind: "human" | "judge"; pseudonym: string };
type Kind = { n: number; label: StoredLabel; place: string };

/** Kinds and patterns that are remembered at most, beyond those of one page. */
const REMEMBERED = 20_000;

/**
 * Most labels of a study are alike but for their item, and most items have the labels that others have. So each kind of
 * label is read once from the line that stands for it, and items of one pattern share one array, by which all that
 * follows from it can be found again (decide-row.ts, encode-jsonl.ts).
 */
export function labelKinds(raters: ReadonlyMap<string, Rater>, rounds: ReadonlyMap<string, string>) {
  let byLine = new Map<string, Kind>();
  let byNumber: Kind[] = [];
  let arrays = new Map<string, readonly StoredLabel[]>();

  return {
    /** `line`: round, rater, question, value, origin, codebook version, stands, confidence, probability. */
    of(line: string): Kind {
      const known = byLine.get(line);
      if (known) return known;
      const kind = { n: byNumber.length, ...readLine(line, raters, rounds) };
      byLine.set(line, kind);
      byNumber.push(kind);

      return kind;
    },
    /** `pattern`: numbers of kinds, each followed by a space. In the order of a row's labels. */
    labelsOf(pattern: string): readonly StoredLabel[] {
      const known = arrays.get(pattern);
      if (known) return known;
      const labels = pattern.split(" ").flatMap((n) => (n === "" ? [] : (byNumber[Number(n)]?.label ?? [])));
      labels.sort(inOrder);
      arrays.set(pattern, labels);

      return labels;
    },
    /** Between two pages: where probabilities are all different nothing is alike, and remembering only costs memory. */
    forgetIfMany(): void {
      if (byNumber.length <= REMEMBERED && arrays.size <= REMEMBERED) return;
      byLine = new Map();
      byNumber = [];
      arrays = new Map();
    },
  };
}

function inOrder(a: StoredLabel, b: StoredLabel): number {
  return compareIds(a.rater, b.rater) || compareIds(a.round, b.round) || compareIds(a.question, b.question);
}

function readLine(
  line: string,
  raters: ReadonlyMap<string, Rater>,
  rounds: ReadonlyMap<string, string>,
): Omit<Kind, "n"> {
  const cells = line.split("\t");
  const [roundId = "", raterId = "", question = "", value = "", origin, version, stands, confidence = "", probability] =
    cells;
  const rater = raters.get(raterId);
  const label: StoredLabel = {
    raterId,
    kind: rater?.kind ?? "human",
    question,
    stands: stands === "t",
    rater: rater?.pseudonym ?? "",
    value: unescaped(value) ?? "",
    round: rounds.get(roundId) ?? "",
    origin: origin === "imported" ? "imported" : "studio",
    codebookVersion: Number(version),
    confidence: unescaped(confidence),
    probability: probability ? Number(probability) : null,
  };

  return { label, place: `${roundId} ${raterId}` };
}

/** A text behind its mark; without one there was none. */
function unescaped(cell: string): string | null {
  if (cell === "") return null;
  const text = cell.slice(1);

  return text.includes("\\")
    ? text.replace(/\\(.)/g, (_, char: string) => (char === "t" ? "\t" : char === "n" ? "\n" : char))
    : text;
}
