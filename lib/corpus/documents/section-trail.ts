type Scope = { path: string[]; numbered: { number: string; label: string }[] };

/** `4.2`, `4.2.`, `IV` or `B.1` before a heading's words. */
const leadingNumber = /^((?:\d{1,3}|[A-Z](?=\.))(?:\.\d{1,3})*)\.?\s+(?=\S)/;

/**
 * Under which headings the reader stands. Headings nest as the elements do (JATS); where a file lists its sections flat (GROBID), the printed
 * numbers say what is inside what: "4.2" is under "4". Lines of the file are never asked.
 */
export class SectionTrail {
  private scopes: Scope[] = [{ path: [], numbered: [] }];

  /** A section begins; its heading comes later, or never. */
  enter(): void {
    this.scopes.push({ path: this.path(), numbered: [] });
  }

  leave(): void {
    if (this.scopes.length > 1) this.scopes.pop();
  }

  /** All headings from the outermost in. */
  path(): string[] {
    return this.scopes.at(-1)?.path ?? [];
  }

  /**
   * The heading of the section that was entered last.
   *
   * @param heading its words; @param number printed before it, where the file has it apart
   */
  setHeading(heading: string, number = ""): void {
    const words = heading.trim();
    const label = [number.trim(), words].filter((part) => part !== "").join(" ");
    const scope = this.scopes.at(-1);
    if (label === "" || !scope) return;
    const around = this.scopes.at(-2) ?? scope;
    const outer = this.scopes.length > 1 ? around.path : [];
    const printed = (number.trim() || (leadingNumber.exec(words)?.[1] ?? "")).replace(/\.$/, "");
    const { numbered } = around;
    if (printed === "") numbered.length = 0;
    while (numbered.length > 0 && !printed.startsWith(`${numbered.at(-1)?.number}.`)) numbered.pop();
    scope.path = [...outer, ...numbered.map((one) => one.label), label];
    if (printed !== "") numbered.push({ number: printed, label });
  }
}
