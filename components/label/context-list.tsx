import { Eyebrow } from "@/components/ui/text";
import type { ServedField } from "@/lib/labels/wire";
import { Passage } from "./passage";
import { VisibleText } from "./visible-text";

type ContextListProps = { field: ServedField; passages: { section: string; text: string }[] };

/** All passages in paper order; the section is named where it changes. `j` and `k` move the focus from one to the next. */
export function ContextList({ field, passages }: ContextListProps) {
  if (passages.length === 0) return <p className="text-ink-2">No passage is given.</p>;

  const sections = passages.some((passage) => passage.section !== "");

  return (
    <section aria-label={field.label}>
      {sections ? null : <Eyebrow className="mb-1.5">{field.label}</Eyebrow>}
      <ol className="grid gap-6">
        {passages.map((passage, i) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: passages never move, and two may be the same.
            key={i}
            data-slot="context"
            tabIndex={-1}
            aria-label={`${field.label} ${i + 1} of ${passages.length}`}
            className="scroll-my-24 rounded-md outline-offset-8"
          >
            {sections && (passage.section !== passages[i - 1]?.section || i === 0) ? (
              <Eyebrow className="mb-1.5">
                {passage.section === "" ? "Section not given" : <VisibleText text={passage.section} />}
              </Eyebrow>
            ) : null}
            <Passage text={passage.text} targets={field.targets?.[i]} citing={field.citing?.[i]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Moves the focus to the next or the previous passage within `root`. */
export function moveContext(root: HTMLElement | null, by: 1 | -1): void {
  const all = [...(root?.querySelectorAll<HTMLElement>('[data-slot="context"]') ?? [])];
  const at = all.findIndex((one) => one.contains(document.activeElement));
  const next = all[at < 0 ? (by > 0 ? 0 : -1) : at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "center" });
}
