import type { ComponentProps } from "react";
import { cn } from "./cn";

/** Beside words that say what is under way; never alone. */
export function Spinner({ className, ...props }: ComponentProps<"svg">) {
  return (
    <svg
      data-slot="spinner"
      aria-hidden="true"
      viewBox="0 0 16 16"
      className={cn("size-4 animate-spin", className)}
      {...props}
    >
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="2" opacity=".25" />
      <path d="M14.5 8A6.5 6.5 0 0 0 8 1.5" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
