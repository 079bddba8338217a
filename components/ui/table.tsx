import type { ComponentProps } from "react";
import { cn } from "./cn";

type TableProps = ComponentProps<"table"> & {
  /** What the table holds; also the name of its scroller. */
  label: string;
  containerClassName?: string;
};

/** Plain rows, drawn on the server. Where it is wider than the screen it scrolls on its own, by keyboard too. */
export function Table({ label, className, containerClassName, ...props }: TableProps) {
  return (
    <section
      data-slot="table-scroller"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className={cn("relative min-w-0 overflow-x-auto", containerClassName)}
    >
      <table aria-label={label} className={cn("w-full border-collapse text-start", className)} {...props} />
    </section>
  );
}

type CellProps = { numeric?: boolean };

export function Th({ className, numeric, scope = "col", ...props }: ComponentProps<"th"> & CellProps) {
  return (
    <th
      scope={scope}
      className={cn(
        "border-b py-1.5 pe-3 text-start text-sm font-medium text-ink-2 last:pe-0",
        numeric && "text-end whitespace-nowrap",
        className,
      )}
      {...props}
    />
  );
}

export function Td({ className, numeric, ...props }: ComponentProps<"td"> & CellProps) {
  return (
    <td className={cn("border-b py-2 pe-3 last:pe-0", numeric && "text-end whitespace-nowrap", className)} {...props} />
  );
}

/** A row's own header: the first cell of most tables. */
export function RowTh({ className, ...props }: ComponentProps<"th">) {
  return <th scope="row" className={cn("border-b py-2 pe-3 text-start font-normal text-ink", className)} {...props} />;
}
