import { Eyebrow } from "@/components/ui/text";
import type { CodebookField } from "@/lib/codebooks/schema";

type Passage = { section?: unknown; context?: unknown; text?: unknown };

function Passages({ passages }: { passages: Passage[] }) {
  return (
    <ol className="grid gap-4">
      {passages.map((passage, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passages stand in paper order and never move
        <li key={index}>
          <Eyebrow>{String(passage.section ?? "")}</Eyebrow>
          <p className="reading" dir="auto">
            {String(passage.context ?? passage.text ?? "")}
          </p>
        </li>
      ))}
    </ol>
  );
}

/** All of an item's fields, the hidden ones too: for researchers, not for raters. */
export function ItemContent({ fields, content }: { fields: CodebookField[]; content: Record<string, unknown> }) {
  const present = fields.filter((field) => content[field.id] !== undefined && content[field.id] !== null);

  return (
    <dl className="mb-10 grid gap-4">
      {present.map((field) => {
        const value = content[field.id];

        return (
          <div key={field.id} className="grid gap-1 md:grid-cols-[180px_minmax(0,1fr)]">
            <dt className="text-ink-2">
              {field.label}
              {field.showTo === "rater" || field.showTo === "both" ? null : (
                <span className="block text-sm">not shown to raters</span>
              )}
            </dt>
            <dd>
              {Array.isArray(value) ? (
                <Passages passages={value as Passage[]} />
              ) : (
                <span dir="auto" className={field.display === "reading" ? "reading block" : undefined}>
                  {String(value)}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
