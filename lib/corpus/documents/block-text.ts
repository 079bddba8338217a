import { countCodePoints } from "@/lib/corpus/code-points";

/** White space of XML; other blanks (no-break, thin) are characters like any other. */
const runs = /[\t\n\r ]+/g;
const uneven = /[\t\n\r]| {2}/;

/**
 * Text as it is gathered from an element: runs of XML's white space become one blank, none at the start or end. Offsets are taken while
 * it grows, in code points, so that they fit the finished text.
 *
 * @example const t = new BlockText(); t.append("a\n  "); t.append(" b "); t.finish() // "a b"
 */
export class BlockText {
  private parts = "";
  private points = 0;
  /** A blank is due before the next character. */
  private due = false;

  /** Adds text; O(length). */
  append(text: string): void {
    const flat = uneven.test(text) ? text.replace(runs, " ") : text;
    let from = 0;
    if (flat.startsWith(" ")) {
      this.blank();
      from = 1;
    }
    const to = flat.endsWith(" ") && flat.length > from ? flat.length - 1 : flat.length;
    if (to > from) {
      if (this.due) {
        this.parts += " ";
        this.points++;
        this.due = false;
      }
      const middle = from === 0 && to === flat.length ? flat : flat.slice(from, to);
      this.parts += middle;
      this.points += countCodePoints(middle);
    }
    if (to < flat.length) this.blank();
  }

  /** Says that white space stands here. */
  blank(): void {
    if (this.points > 0) this.due = true;
  }

  /** Where the next character will stand: the start of a range that opens here. Code points. */
  nextOffset(): number {
    return this.points + (this.due ? 1 : 0);
  }

  /** The end of a range that closes here, without white space. Code points. */
  endOffset(): number {
    return this.points;
  }

  /** The text so far, without white space at its end. */
  finish(): string {
    return this.parts;
  }
}
