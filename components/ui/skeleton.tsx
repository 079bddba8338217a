import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Holds the place of what is on its way. The region around it says so: aria-busy, or a status line. */
export function Skeleton({ className, ...props }: ComponentProps<"div">) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden="true"
      className={cn("h-4 animate-pulse rounded-md bg-rule/70", className)}
      {...props}
    />
  );
}
