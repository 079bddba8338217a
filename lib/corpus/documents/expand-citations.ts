import { codePointIndex } from "./code-point-index";
import type { CorpusCitation } from "./document";
import { type NumberedList, type NumberMember, numbersIn, RANGE_DASH } from "./printed-numbers";

/** A mark of reference as the file marks it: its span in code points, and the ids that it names (none where unresolved). */
export type RawMark = { start: number; end: number; ids: readonly string[] };

/** One end of a range, and what its mark points to. */
type RangeEnd = { number: number; id: string | undefined };

/** What may stand between the two ends of a range that are marks of their own: `[3]–[9]`. */
const dashBetween = new RegExp(`^[\\s\\])]{0,3}[${RANGE_DASH}][\\s[(]{0,3}$`);
/** No printed range is longer; a longer one is something else. */
const LONGEST_RANGE = 100;

/**
 * One citation for each work that a block cites. Groups are taken apart, each member with its own span; ranges give every member, those between
 * the ends with the span of the range. A number is resolved by the mark's own target, else by the list of references. What has no target
 * stays, without ids.
 *
 * @param text the block's text; @param marks sorted by start, not overlapping; @param list the list of references, see numberReferences
 * @returns citations sorted by start. O(text + citations · log)
 * @example expandCitations("In [3]–[5].", [{ start: 3, end: 6, ids: ["b2"] }, { start: 7, end: 10, ids: ["b4"] }], list) // b2, b3, b4
 */
export function expandCitations(text: string, marks: readonly RawMark[], list: NumberedList): CorpusCitation[] {
  const index = codePointIndex(text);
  const citations: CorpusCitation[] = [];
  function add(start: number, end: number, ids: readonly string[]): void {
    if (end <= start) return;
    const marker = text.slice(start, end);
    citations.push({ start: index.toPoints(start), end: index.toPoints(end), referenceIds: [...ids], marker });
  }
  function idsOf(number: number): string[] {
    const id = list.idOf(number);
    return id === undefined ? [] : [id];
  }

  /** A member that a range between two marks only implies: by the marks' own targets where they are as far apart as the numbers. */
  function between(from: RangeEnd, to: RangeEnd, number: number): string[] {
    const apart = from.id !== undefined && list.after(from.id, to.number - from.number) === to.id;
    const id = apart && from.id !== undefined ? list.after(from.id, number - from.number) : list.idOf(number);
    return id === undefined ? [] : [id];
  }

  let open: (RangeEnd & { start: number; end: number }) | undefined;
  for (const mark of marks) {
    const start = index.toUnits(mark.start);
    const end = index.toUnits(mark.end);
    const numbers = numbersIn(text.slice(start, end), start);
    const first = numbers.at(0);
    const last = numbers.at(-1);
    if (!first || !last) {
      for (const part of authorYearParts(text, start, end, mark.ids)) add(part.start, part.end, part.ids);
      open = undefined;
      continue;
    }
    if (open && first.first - open.number <= LONGEST_RANGE && dashBetween.test(text.slice(open.end, start)))
      for (let number = open.number + 1; number < first.first; number++)
        add(
          open.start,
          numbers.length === 1 ? end : first.end,
          between(open, { number: first.first, id: mark.ids[0] }, number),
        );
    if (numbers.length === 1 && first.first === first.last)
      add(start, end, mark.ids.length > 0 ? mark.ids : idsOf(first.first));
    else addMembers(numbers, mark.ids, add, list);
    open = {
      number: last.last,
      id: mark.ids.at(-1) ?? list.idOf(last.last),
      start: numbers.length === 1 ? start : last.start,
      end,
    };
  }
  return citations.sort((a, b) => a.start - b.start || a.end - b.end);
}

function addMembers(
  numbers: readonly NumberMember[],
  ids: readonly string[],
  add: (start: number, end: number, ids: readonly string[]) => void,
  list: NumberedList,
): void {
  const members = numbers.flatMap(({ first, last, start, end }) =>
    Array.from({ length: last - first + 1 }, (_, i) => ({ id: list.idOf(first + i), start, end })),
  );
  // A mark that names as many works as it prints numbers names them in that order; one alone is the first, unless a number says otherwise.
  const inOrder = ids.length === members.length;
  const [only] = ids;
  const lonely = ids.length === 1 && !members.some(({ id }) => id === only) ? only : undefined;
  for (const [i, { id, start, end }] of members.entries()) {
    const known = (inOrder ? ids[i] : id) ?? (i === 0 ? lonely : undefined);
    add(start, end, known === undefined ? [] : [known]);
  }
}

/** A mark of several works by author and year, `Ito 2019; Diaz 2020`, is taken apart at its semicolons where that leaves no target in doubt. */
function authorYearParts(
  text: string,
  start: number,
  end: number,
  ids: readonly string[],
): { start: number; end: number; ids: readonly string[] }[] {
  const marker = text.slice(start, end);
  const parts = marker.includes(";") ? [...marker.matchAll(/[^;]+/g)] : [];
  const apart = parts.length > 1 && parts.every(([part]) => /\d{4}|\bpress\b|\bappear\b/.test(part));
  if (!apart || (ids.length > 0 && ids.length !== parts.length)) return [{ start, end, ids }];
  return parts.map(({ index, 0: part }, i) => ({
    start: start + index + part.length - part.trimStart().length,
    end: start + index + part.trimEnd().length,
    ids: ids.slice(i, i + 1),
  }));
}
