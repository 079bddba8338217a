import type { Run } from "./data";
import type { Reading } from "./line-reader";
import { FaultList, PairTable } from "./pair-table";
import { parseScore } from "./parse-number";

const TOKEN = /[ \t\r\n]*(?:([{}:,])|("(?:[^"\\]|\\.)*")|([^\s{}:,"]+))/y;

/**
 * Reads a run in BEIR's JSON: `{ query: { document: score } }`. Read token by token, so that faults name their lines and a key
 * that stands twice is seen (JSON.parse keeps the last without a word). O(length).
 *
 * @example readJsonRun('{"q1": {"d1": 0.5}}').value.scores.get("q1")?.get("d1"); // => 0.5
 */
export function readJsonRun(text: string): Reading<Run> {
  const faults = new FaultList();
  const table = new PairTable(faults);
  const marked = text.startsWith("\uFEFF");
  const warnings = marked ? ["A byte order mark (BOM) at the start was taken off."] : [];
  try {
    readQueries(tokens(marked ? text.slice(1) : text), table, faults);
    if (table.values.size === 0 && faults.total === 0) faults.add(1, "The run is empty.");
  } catch (error) {
    if (!(error instanceof Unexpected)) throw error;
    faults.add(error.line, error.message);
  }

  return { value: { scores: table.values }, warnings, faults: faults.faults, totalFaults: faults.total };
}

class Unexpected extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

type Token = { kind: "mark" | "text" | "number" | "end"; text: string; line: number };

type Tokens = Generator<Token, never>;

function* tokens(text: string): Tokens {
  let line = 1;
  let at = 0;
  while (true) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    const [whole = "", mark, quoted, other] = found ?? [];
    const end = found ? at + whole.length : text.length;
    for (let index = at; index < end; index++) if (text.charCodeAt(index) === 10) line++;
    if (!found && text.slice(at).trim() !== "") throw new Unexpected(line, "This is not JSON: a text does not end.");
    at = end;
    if (mark !== undefined) yield { kind: "mark", text: mark, line };
    else if (quoted !== undefined) yield { kind: "text", text: unquoted(quoted, line), line };
    else if (other !== undefined) yield { kind: "number", text: other, line };
    else yield { kind: "end", text: "the end", line };
  }
}

function unquoted(text: string, line: number): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw new Unexpected(line, `This is not JSON: ${text.slice(0, 40)}.`);
  }
}

function readQueries(source: Tokens, table: PairTable, faults: FaultList): void {
  const seen = new Map<string, number>();
  expect(source.next().value, "{");
  readMembers(source, ({ text: query, line }) => {
    const first = seen.get(query);
    if (first !== undefined) faults.add(line, `Query ${query} stands twice: lines ${first} and ${line}.`);
    seen.set(query, line);
    expect(source.next().value, "{");
    readMembers(source, ({ text: document, line: at }) => {
      const given = source.next().value;
      const score =
        given.kind === "number" ? parseScore(given.text) : { reason: `The score of ${document} is not a number.` };
      if (given.kind === "mark" || given.kind === "end") throw new Unexpected(given.line, scoreWanted(document));
      if ("reason" in score) faults.add(given.line, score.reason);
      else if (first === undefined) table.add(query, document, score.value, at);
    });
  });
  const rest = source.next().value;
  if (rest.kind !== "end") throw new Unexpected(rest.line, "Something follows after the run.");
}

function scoreWanted(document: string): string {
  return `The score of ${document} is not a number. A JSON run is { query: { document: score } }.`;
}

/** The members of an object whose brace has been read; `member` reads one value, its key in hand. */
function readMembers(source: Tokens, member: (key: Token) => void): void {
  let token = source.next().value;
  if (isMark(token, "}")) return;
  while (true) {
    if (token.kind !== "text") throw new Unexpected(token.line, `A key in quotes is expected, not ${token.text}.`);
    expect(source.next().value, ":");
    member(token);
    const after = source.next().value;
    if (isMark(after, "}")) return;
    expect(after, ",");
    token = source.next().value;
  }
}

function isMark(token: Token, mark: string): boolean {
  return token.kind === "mark" && token.text === mark;
}

function expect(token: Token, mark: string): void {
  if (isMark(token, mark)) return;
  throw new Unexpected(
    token.line,
    `${mark} is expected, not ${token.text}. A JSON run is { query: { document: score } }.`,
  );
}
