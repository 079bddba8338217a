/** A paragraph or bullet of a mail, in one line, with where it began. */
export type ReplyBlock = { line: number; text: string; bullet: boolean };

const HEADER = /^(From|To|Cc|Subject|Date|Sent|Message-ID|MIME-Version|Content-[A-Za-z-]+|Received|Return-Path):\s/i;
const QUOTED_FROM =
  /^(-{2,}\s*(Original Message|Ursprüngliche Nachricht|Forwarded message).*|_{10,}|(On|Am|Le|El)\s.{5,200}\b(wrote|schrieb|écrit|escribió)\b.{0,80}:)\s*$/i;
const BULLET = /^\s*(?:[-*•–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/;

/**
 * What the writer of a mail wrote themselves: without headers, quoted lines, what is quoted below, and the signature.
 * Lines of one paragraph are joined; each bullet is a block of its own. Line numbers are those of the text given, from 1.
 * O(length).
 *
 * @example replyBlocks("Hi,\n\n- Random forests\n> Which works?"); // two blocks: "Hi," and "Random forests"
 */
export function replyBlocks(text: string): ReplyBlock[] {
  const lines = text.split(/\r\n|\r|\n/);
  const blocks: ReplyBlock[] = [];
  let open: ReplyBlock | null = null;
  for (let i = afterHeaders(lines); i < lines.length; i += 1) {
    const line = lines[i] ?? "";
    if (line === "-- " || line === "--" || endsHere(lines, i)) break;
    if (line.trim() === "" || line.startsWith(">")) {
      open = null;
      continue;
    }
    const bullet = BULLET.exec(line);
    if (bullet || !open) {
      open = { line: i + 1, text: line.slice(bullet?.[0].length ?? 0).trim(), bullet: bullet !== null };
      blocks.push(open);
    } else open.text += ` ${line.trim()}`;
  }

  return blocks;
}

function afterHeaders(lines: readonly string[]): number {
  if (!HEADER.test(lines[0] ?? "")) return 0;
  const blank = lines.findIndex((line) => line.trim() === "");

  return blank === -1 ? 0 : blank + 1;
}

/** "On Monday, Ida Marsh wrote:", which mail programs may break over two lines. */
function endsHere(lines: readonly string[], i: number): boolean {
  const line = lines[i] ?? "";

  return QUOTED_FROM.test(line) || (/^(On|Am|Le|El)\s/.test(line) && QUOTED_FROM.test(`${line} ${lines[i + 1] ?? ""}`));
}
