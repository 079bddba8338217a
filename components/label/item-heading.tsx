import type { RefObject } from "react";
import { Notice } from "@/components/ui/notice";
import type { ServedSlot } from "@/lib/labels/wire";
import type { Tally } from "./session-state";

type ItemHeadingProps = { slot: ServedSlot; at: string; heading: RefObject<HTMLHeadingElement | null> };

/** "Item 13 of 50": where the focus goes when an item is shown. */
export function ItemHeading({ slot, at, heading }: ItemHeadingProps) {
  const practice = slot.round.purpose === "practice" || slot.gold !== undefined;
  const skipped = slot.answers._skip !== undefined;

  return (
    <h1
      ref={heading}
      id="item-heading"
      tabIndex={-1}
      className="mb-4 text-xs font-[550] tracking-[0.06em] text-ink-2 uppercase outline-none"
    >
      {at}
      {practice ? " · Practice" : ""}
      {skipped ? " · Skipped" : ""}
    </h1>
  );
}

/** What the rater should know before answering this item. */
export function ItemNotices({ slot, lost }: { slot: ServedSlot; lost: boolean }) {
  return (
    <div className="mb-6 grid gap-4 empty:hidden">
      {lost ? (
        <Notice tone="warn" title="Your time on this item ran out.">
          It may have gone to another rater. What you answer is kept and marked as extra.
        </Notice>
      ) : null}
      {Object.entries(slot.earlier ?? {}).map(([question, { version, label }]) => (
        <Notice key={question} tone="info" title="The codebook has changed since you answered this.">
          Under version {version} you said “{label}”, which is more than one answer now. Your answer is kept; please
          choose again.
        </Notice>
      ))}
      {slot.metBefore > 0 ? (
        <Notice tone="info" title="You have met this passage before, with another citation marked." />
      ) : null}
    </div>
  );
}

export function placeOf(tally: Tally | undefined, slot: ServedSlot, done: boolean, reopened: boolean): string {
  if (slot.gold && done) return "The answer";
  if (reopened) return "One of your items, opened again";
  if (done) return "Answered already";
  if (!tally) return slot.round.name;

  return `Item ${Math.min(tally.done + 1, tally.total)} of ${tally.total}`;
}
