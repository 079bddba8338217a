import { Eyebrow } from "@/components/ui/text";
import type { ServedField } from "@/lib/labels/wire";
import { ContextList } from "./context-list";
import { Passage } from "./passage";
import { VisibleText } from "./visible-text";

/** Exactly the fields that the server served for this item, in the codebook's order. */
export function ReadingPane({ fields }: { fields: ServedField[] }) {
  const readings = fields.filter((field) => field.display === "reading").length;

  return (
    <div data-slot="reading-pane" className="grid gap-7">
      {blocksOf(fields).map((block) =>
        block.kind === "rows" ? (
          <FieldRows key={block.fields[0]?.id} fields={block.fields} />
        ) : (
          <FieldBlock key={block.field.id} field={block.field} labelled={readings > 1} />
        ),
      )}
    </div>
  );
}

type Block = { kind: "rows"; fields: ServedField[] } | { kind: "block"; field: ServedField };

/** The first title is the heading; further titles and the lines under them are rows; what is read stands by itself. */
function blocksOf(fields: ServedField[]): Block[] {
  const blocks: Block[] = [];
  let headed = false;
  for (const field of fields) {
    if (field.value === null || field.value === "") continue;
    const heads: boolean = field.display === "title" && !headed;
    headed = headed || heads;
    const last = blocks.at(-1);
    if (heads || field.display === "reading" || field.display === "ignore") blocks.push({ kind: "block", field });
    else if (last?.kind === "rows") last.fields.push(field);
    else blocks.push({ kind: "rows", fields: [field] });
  }

  return blocks;
}

function FieldRows({ fields }: { fields: ServedField[] }) {
  return (
    <dl className="-mt-3 grid max-w-[66ch] grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 gap-y-1 border-b pb-6">
      {fields.map((field) => (
        <div key={field.id} className="contents">
          <dt className="text-ink-2 first-letter:uppercase">{field.label}</dt>
          <dd className={field.display === "title" ? "font-semibold" : undefined}>
            <VisibleText text={plain(field.value)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldBlock({ field, labelled }: { field: ServedField; labelled: boolean }) {
  if (field.display === "title") {
    return (
      <div>
        <Eyebrow className="mb-1.5">{field.label}</Eyebrow>
        <h2 className="max-w-[44ch] font-read text-2xl font-semibold tracking-[-0.012em] text-balance md:text-3xl">
          <VisibleText text={plain(field.value)} />
        </h2>
      </div>
    );
  }
  if (field.display === "ignore") {
    return (
      <p className="flex max-w-[62ch] flex-wrap items-baseline gap-x-3 border-s-2 border-dotted border-ink-3 ps-3.5 text-ink-2">
        <span className="text-sm">{field.label}</span>
        <VisibleText text={plain(field.value)} className="font-read text-lg italic" />
      </p>
    );
  }
  if (Array.isArray(field.value)) return <ContextList field={field} passages={field.value} />;

  return (
    <section aria-label={field.label}>
      {labelled ? <Eyebrow className="mb-1.5">{field.label}</Eyebrow> : null}
      <Passage text={plain(field.value)} targets={field.targets?.[0]} citing={field.citing?.[0]} />
    </section>
  );
}

function plain(value: ServedField["value"]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";

  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
