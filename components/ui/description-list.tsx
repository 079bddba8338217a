import { Fragment, type ReactNode } from "react";
import { cn } from "./cn";

type DescriptionListProps = { items: { term: ReactNode; value: ReactNode }[]; className?: string };

export function DescriptionList({ items, className }: DescriptionListProps) {
  return (
    <dl
      data-slot="description-list"
      className={cn("grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5", className)}
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: terms are nodes and the list does not reorder.
        <Fragment key={index}>
          <dt className="text-ink-2">{item.term}</dt>
          <dd className="min-w-0">{item.value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
