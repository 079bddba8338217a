import { randomBytes } from "node:crypto";
import MarkdownIt from "markdown-it";

export type MailTemplate = { subject: string; markdown: string };
/** What stands for `{name}` and so on. `link` is the personal link; where the text has none, it is put at its end. */
export type MailValues = { link: string } & Record<string, string>;
export type MailText = { subject: string; text: string; html: string };

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

/**
 * A mail's text and HTML from Markdown. Values are put in after the Markdown was read, so that a title with an asterisk
 * stays one, and none can bring markup or a link. Nothing is loaded from anywhere: no images, no counters.
 */
export function renderMail(template: MailTemplate, values: MailValues, footer: readonly string[]): MailText {
  const source = template.markdown.includes("{link}") ? template.markdown : `${template.markdown}\n\n{link}`;
  const nonce = randomBytes(8).toString("hex");
  const mark = (key: string) => `x${nonce}${key}x`;
  const keys = Object.keys(values);
  const marked = keys.reduce((text, key) => text.replaceAll(`{${key}}`, mark(key)), source);
  const tokens = markdown.parse(marked, {});
  const put = (text: string, valueFor: (key: string) => string) =>
    keys.reduce((done, key) => done.replaceAll(mark(key), () => valueFor(key)), text);
  const plain = put(plainText(tokens), (key) => values[key] ?? "");
  const body = put(
    markdown.renderer
      .render(tokens, markdown.options, {})
      .replaceAll(mark("link"), (found, at: number, whole: string) =>
        whole.slice(at - 6, at) === 'href="' ? escapeHtml(values.link) : anchor(found, values.link),
      ),
    (key) => escapeHtml(values[key] ?? ""),
  );
  const subject = keys.reduce((text, key) => text.replaceAll(`{${key}}`, mark(key)), template.subject).trim();

  return {
    subject: put(subject, (key) => values[key] ?? ""),
    text: `${plain}\n\n-- \n${footer.join("\n")}\n`,
    html: page(body, footer),
  };
}

function anchor(_: string, url: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
}

function page(body: string, footer: readonly string[]): string {
  const lines = footer.map((line) => escapeHtml(line)).join("<br>");

  return `<!doctype html><html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head><body style="font-family:Georgia,serif;font-size:17px;line-height:1.5;max-width:36em;margin:1em auto;padding:0 1em">
${body}<p style="font-family:sans-serif;font-size:13px;margin-top:2em">${lines}</p>
</body></html>
`;
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

type Token = ReturnType<MarkdownIt["parse"]>[number];

/** The same words without marks; a link's address follows its words. */
function plainText(tokens: readonly Token[]): string {
  const blocks: string[] = [];
  let prefix = "";
  for (const token of tokens) {
    if (token.type === "list_item_open") prefix = token.info === "" ? "- " : `${token.info}${token.markup} `;
    if (token.type === "fence" || token.type === "code_block") blocks.push(token.content.trimEnd());
    if (token.type !== "inline") continue;
    blocks.push(prefix + inlineText(token.children ?? []));
    prefix = "";
  }

  return blocks.join("\n\n");
}

function inlineText(tokens: readonly Token[]): string {
  let text = "";
  let href = "";
  let from = 0;
  for (const token of tokens) {
    if (token.type === "softbreak" || token.type === "hardbreak") text += "\n";
    else if (token.type === "link_open") {
      href = token.attrGet("href") ?? "";
      from = text.length;
    } else if (token.type === "link_close") text += text.slice(from) === href ? "" : ` (${href})`;
    else text += token.content;
  }

  return text;
}
