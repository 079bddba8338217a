import type { ReactNode } from "react";

/** A codebook's own text: paragraphs, lists, bold, emphasis and code. HTML in it is shown as it is written. */
export function Prose({ text }: { text: string }) {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== "");

  return (
    <div className="grid max-w-[68ch] gap-2.5">
      {blocks.map((block, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown.
        <ProseBlock key={i} block={block} />
      ))}
    </div>
  );
}

function ProseBlock({ block }: { block: string }) {
  const lines = block.split("\n");
  if (!lines.every((line) => /^\s*[-*] /.test(line))) return <p>{inline(block)}</p>;

  return (
    <ul className="grid list-disc gap-1 ps-5">
      {lines.map((line) => (
        <li key={line}>{inline(line.replace(/^\s*[-*] /, ""))}</li>
      ))}
    </ul>
  );
}

function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((part, i) => {
    const key = `${i}${part}`;
    if (/^\*\*.+\*\*$/.test(part)) return <b key={key}>{part.slice(2, -2)}</b>;
    if (/^\*.+\*$/.test(part)) return <i key={key}>{part.slice(1, -1)}</i>;
    if (/^`.+`$/.test(part)) return <code key={key}>{part.slice(1, -1)}</code>;

    return part;
  });
}
