export type Cited = {
  authors: readonly string[];
  title: string;
  version: string;
  /** Four digits: of the last event in the data. */
  year: string;
  slug: string;
  url: string | null;
};

/**
 * The release as BibTeX. Braces, backslashes and what else TeX reads as its own are written so that they print.
 * @example bibtex({ authors: ["A. Bee"], title: "Roots", version: "1.0.0", year: "2026", slug: "roots", url: null })
 */
export function bibtex({ authors, title, version, year, slug, url }: Cited): string {
  const fields = [
    ["title", `{${escaped(title)}}`],
    ["author", authors.map((author) => `{${escaped(author)}}`).join(" and ")],
    ["year", year],
    ["version", version],
    ["note", `Data set, version ${version}`],
    ...(url ? [["url", url]] : []),
  ];
  const body = fields.map(([name, value]) => `  ${name} = {${value}}`).join(",\n");

  return `@misc{${slug}-${version},\n${body}\n}`;
}

/** The same as a line of text. */
export function citation({ authors, title, version, year, url }: Cited): string {
  return `${authors.join(", ")} (${year}). ${title}, version ${version} [Data set].${url ? ` ${url}` : ""}`;
}

const OWN: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
};

function escaped(text: string): string {
  return text.replace(/[\\~^{}&%$#_]/g, (sign) => OWN[sign] ?? `\\${sign}`);
}
