import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A key cap, shown where the key works. */
export function Kbd({ className, ...props }: ComponentProps<"kbd">) {
  return (
    <kbd
      data-slot="kbd"
      className={cn(
        "inline-block min-w-5 rounded-[5px] border border-b-2 bg-sheet px-1.5 text-center font-work text-[0.6875rem] leading-[1.125rem] font-[550] text-ink-2",
        className,
      )}
      {...props}
    />
  );
}
