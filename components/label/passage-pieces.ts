export type Range = { start: number; end: number };

/**
 * A passage cut at the borders of its ranges. `near`: outside the citing sentence, to be dimmed. `target`: number of
 * the target that begins or goes on here, or undefined. Joined, the texts are the passage.
 */
export type Piece = { text: string; near: boolean; target: number | undefined };

/**
 * Cuts `text` by code-point ranges. Ranges beyond the text are clipped; empty ones are dropped; overlapping targets
 * become one. Without a citing range nothing is dimmed. O(length + ranges).
 */
export function passagePieces(text: string, targets: Range[] = [], citing: Range[] = []): Piece[] {
  const points = Array.from(text);
  const marks = joined(targets, points.length);
  const sentences = joined(citing, points.length);
  const borders = new Set([0, points.length]);
  for (const { start, end } of [...marks, ...sentences]) borders.add(start).add(end);
  const cuts = [...borders].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (let i = 0; i + 1 < cuts.length; i += 1) {
    const from = cuts[i] ?? 0;
    const target = marks.findIndex(({ start, end }) => start <= from && from < end);
    const inSentence = sentences.some(({ start, end }) => start <= from && from < end);
    pieces.push({
      text: points.slice(from, cuts[i + 1]).join(""),
      near: sentences.length > 0 && !inSentence && target < 0,
      target: target < 0 ? undefined : target,
    });
  }

  return mergeTargets(pieces);
}

function joined(ranges: Range[], length: number): Range[] {
  const kept = ranges
    .map(({ start, end }) => ({ start: Math.max(0, start), end: Math.min(length, end) }))
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const result: Range[] = [];
  for (const range of kept) {
    const last = result.at(-1);
    if (last && range.start < last.end) last.end = Math.max(last.end, range.end);
    else result.push({ ...range });
  }

  return result;
}

/** One target is one mark, even where a sentence's border runs through it. */
function mergeTargets(pieces: Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && piece.target !== undefined && last.target === piece.target) last.text += piece.text;
    else result.push({ ...piece });
  }

  return result;
}
