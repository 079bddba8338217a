import type { BlockKind } from "./document";

/** A paragraph of Nougat's Markdown with the headings over it. */
export type NougatBlock = { kind: BlockKind; sectionPath: string[]; text: string };

/** What the file holds: `title`, blocks in order, the entries of its list of references, and how many pages Nougat could not read. */
export type NougatParts = { title: string; blocks: NougatBlock[]; entries: string[]; missingPages: number };

const REFERENCES = /^(?:[\dIVX.]+\s+)?(?:references?|bibliography|literature cited|works cited)\s*:?$/i;

/**
 * Takes Nougat's Markdown apart: headings nest by their level; a table's body is passed over; captions, footnotes and list items are blocks of
 * their own; a paragraph that a float cuts in two is joined again. Entries of the list of references begin with an asterisk under its
 * heading, and nothing else there is an entry. Front matter (names, addresses) is left out. O(n)
 *
 * @example splitNougat("# T\n\n## 1 Intro\n\nIt works.\n\n## References\n\n* [1] A. Lee. Trees. 2016.").entries.length // 1
 */
export function splitNougat(markdown: string): NougatParts {
  const parts: NougatParts = { title: "", blocks: [], entries: [], missingPages: 0 };
  const path: { level: number; heading: string }[] = [];
  let front = true;
  let listing = false;
  let held: string[] = [];

  function close(): void {
    const text = held.join(" ").trim();
    held = [];
    if (text === "" || (front && parts.title !== "")) return;
    const heading = path.at(-1)?.heading ?? "";
    if (/^contents$/i.test(heading)) return;
    addBlock(
      parts.blocks,
      text,
      path.map((one) => one.heading),
    );
  }

  for (const line of withoutTables(markdown.split(/\r?\n/))) {
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(line);
    if (heading) {
      close();
      const level = heading[1]?.length ?? 1;
      const words = (heading[2] ?? "").trim();
      if (level === 1 && parts.title === "" && path.length === 0) {
        parts.title = words;
        continue;
      }
      while ((path.at(-1)?.level ?? 0) >= level || /^abstract$/i.test(path.at(-1)?.heading ?? "")) path.pop();
      path.push({ level, heading: words });
      listing = REFERENCES.test(words);
      front = false;
    } else if (/^\[MISSING_PAGE/.test(line)) {
      close();
      parts.missingPages++;
    } else if (line.trim() === "") {
      close();
    } else if (listing && /^\* /.test(line)) {
      close();
      // Nougat at times runs two entries together
      parts.entries.push(...line.slice(2).split(/(?<=\S)\s+\* (?=\[\d{1,4}\] )/));
    } else if (/^\s*(?:\*|\d+\.)\s+\S/.test(line) && held.length === 0) {
      held.push(line);
      close();
    } else held.push(line.trim());
  }
  close();

  return parts;
}

/** Lines outside of `\begin{table} … \end{table}` and the like; a body that is never closed ends at the next heading. */
function* withoutTables(lines: readonly string[]): Generator<string> {
  let inside = "";
  for (const line of lines) {
    const opened = /^\\begin\{(table\*?|figure\*?|tabular|algorithm)\}/.exec(line)?.[1];
    if (inside === "" && opened !== undefined && !line.includes(`\\end{${opened}}`)) inside = opened;
    else if (inside !== "" && (line.includes(`\\end{${inside}}`) || /^#{1,6}\s/.test(line))) {
      if (/^#/.test(line)) yield line;
      inside = "";
    } else if (inside === "" && opened === undefined) yield line;
  }
}

function addBlock(blocks: NougatBlock[], text: string, sectionPath: string[]): void {
  const item = /^\s*(?:\*|\d+\.)\s+/.exec(text);
  if (item) blocks.push({ kind: "list", sectionPath, text: text.slice(item[0].length) });
  else if (/^(?:Figure|Table|Fig\.|Algorithm)\s*\d+\s*[:.]/.test(text))
    blocks.push({ kind: "caption", sectionPath, text });
  else if (/^Footnote \d+:/.test(text)) blocks.push({ kind: "note", sectionPath, text });
  else if (/^\\\[.*\\\]\.?,?$/.test(text)) return;
  else {
    const kind: BlockKind = /^abstract$/i.test(sectionPath.at(-1) ?? "") ? "abstract" : "paragraph";
    const before = blocks.findLast((one) => one.kind === "paragraph" || one.kind === "abstract");
    const cut = before && before.kind === kind && before.sectionPath.join("\n") === sectionPath.join("\n");
    if (cut && /[\p{L},-]$/u.test(before.text) && /^\p{Ll}/u.test(text)) before.text += ` ${text}`;
    else blocks.push({ kind, sectionPath, text });
  }
}
