import { Fragment, type ReactNode } from "react";
import { linkVariants } from "@/components/ui/text";

/** The campaign's texts: paragraphs, headings, lists, bold, emphasis, links. HTML in them is shown as it is written. */
export function PlainMarkdown({ text }: { text: string }) {
  const blocks = text.replaceAll("\r\n", "\n").split(/\n{2,}/);

  return blocks
    .filter((block) => block.trim() !== "")
    .map((block, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown.
      <Block key={i} block={block.trim()} />
    ));
}

function Block({ block }: { block: string }) {
  const heading = /^#{1,6}\s+(.+?)(?:\n|$)([\s\S]*)/.exec(block);
  if (heading) {
    return (
      <>
        <h3 className="font-semibold text-ink">{inline(heading[1] ?? "")}</h3>
        {heading[2] ? <Block block={heading[2].trim()} /> : null}
      </>
    );
  }
  const lines = block.split("\n");
  if (lines.every((line) => /^\s*[-*] /.test(line))) {
    return <ul className="grid list-disc gap-1 ps-5">{items(lines, /^\s*[-*] /)}</ul>;
  }
  if (lines.every((line) => /^\s*\d+[.)] /.test(line))) {
    return <ol className="grid list-decimal gap-1 ps-6">{items(lines, /^\s*\d+[.)] /)}</ol>;
  }

  return <p>{inline(block)}</p>;
}

function items(lines: string[], mark: RegExp): ReactNode[] {
  return lines.map((line) => <li key={line}>{inline(line.replace(mark, ""))}</li>);
}

function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`|\[[^\]]+\]\([^)\s]+\))/).map((part, i) => {
    const key = `${i}${part}`;
    const link = /^\[([^\]]+)\]\(([^)\s]+)\)$/.exec(part);
    if (link) return <Fragment key={key}>{linked(link[1] ?? "", link[2] ?? "")}</Fragment>;
    if (/^\*\*.+\*\*$/s.test(part)) return <b key={key}>{part.slice(2, -2)}</b>;
    if (/^\*.+\*$/s.test(part)) return <i key={key}>{part.slice(1, -1)}</i>;
    if (/^`.+`$/s.test(part)) return <code key={key}>{part.slice(1, -1)}</code>;

    return part;
  });
}

function linked(text: string, href: string): ReactNode {
  if (!/^(https?:\/\/|mailto:)/i.test(href)) return `${text} (${href})`;

  return (
    <a href={href} rel="noreferrer noopener" target="_blank" className={linkVariants()}>
      {text}
    </a>
  );
}
