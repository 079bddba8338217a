const placeholder = /\{([A-Za-z_]\w*)\}/g;

/**
 * What is wrong with a path pattern, in words; undefined where it can be used.
 *
 * @example checkPathPattern("{venue}{title}.json") // "Put something between {venue} and {title}."
 */
export function checkPathPattern(pattern: string): string | undefined {
  const names = [...pattern.matchAll(placeholder)].map((match) => match[1] ?? "");
  if (pattern.replace(placeholder, "").match(/[{}]/)) return "Write placeholders as {name}, in letters, digits and _.";
  if (names.length === 0) return "A pattern needs at least one placeholder, such as {title}.";
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `{${twice}} stands twice.`;
  const touching = /(\{(?!year\})\w+\}|\*)(\{(?!year\})\w+\}|\*)/.exec(pattern);
  if (touching) return `Put something between ${touching[1]} and ${touching[2]}.`;
  return undefined;
}

/**
 * Fields from a file's path, such as venue, year and title. The pattern covers the end of the path, folder by folder; `{year}` takes four digits,
 * any other placeholder takes what is there, at least one character, never a "/". `*` stands for anything within a folder or file name. A "\" counts as "/".
 *
 * @param pattern for instance "{venue}/{year}/{title}.json"
 * @param path the file's path
 * @returns the fields as they stand in the path, or undefined where it does not match or the pattern is refused by checkPathPattern
 * @example matchPathPattern("{venue}/{year}/{title}.json", "in/ICML/2020/A_Title.json") // { venue: "ICML", year: "2020", title: "A_Title" }
 */
export function matchPathPattern(pattern: string, path: string): Record<string, string> | undefined {
  if (checkPathPattern(pattern) !== undefined) return undefined;
  const wanted = pattern
    .replaceAll("\\", "/")
    .replace(/^(?:\.?\/)+/, "")
    .split("/");
  const given = path.replaceAll("\\", "/").split("/");
  if (given.length < wanted.length) return undefined;
  const fields: [string, string][] = [];
  for (const [i, part] of wanted.entries()) {
    const name = given[given.length - wanted.length + i] ?? "";
    if (name.length > 1000) return undefined;
    const found = matchSegment(part, name);
    if (!found) return undefined;
    fields.push(...found);
  }
  return Object.fromEntries(fields);
}

/** Matches one folder or file name: between two wildcards stands a piece of fixed length, and the earliest place of each will do. */
function matchSegment(part: string, name: string): [string, string][] | undefined {
  const tokens = part.split(/(\{(?!year\})\w+\}|\*)/);
  const fields: [string, string][] = [];
  let at = 0;
  for (let i = 0; i < tokens.length; i += 2) {
    const wildcard = i === 0 ? undefined : tokens[i - 1];
    const least = wildcard === undefined || wildcard === "*" ? 0 : 1;
    const piece = fixedPiece(tokens[i] ?? "", wildcard === undefined, i === tokens.length - 1);
    piece.lastIndex = at + least;
    const match = piece.exec(name);
    if (!match) return undefined;
    if (wildcard !== undefined && wildcard !== "*") fields.push([wildcard.slice(1, -1), name.slice(at, match.index)]);
    if (match.groups?.year !== undefined) fields.push(["year", match.groups.year]);
    at = match.index + match[0].length;
  }
  return fields;
}

function fixedPiece(text: string, atStart: boolean, atEnd: boolean): RegExp {
  const source = text.replace(/\{year\}|[\\^$.+?()[\]{}|/]/g, (token) =>
    token === "{year}" ? "(?<year>\\d{4})" : `\\${token}`,
  );
  return new RegExp(`${atStart ? "^" : ""}${source}${atEnd ? "$" : ""}`, "gu");
}
