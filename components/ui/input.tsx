import type { ComponentProps } from "react";
import { cn } from "./cn";

const control =
  "w-full rounded-md border border-ink-3 bg-sheet px-3 text-ink disabled:opacity-60 aria-invalid:border-bad aria-invalid:border-2 pointer-coarse:text-lg";

export function Input({ className, type = "text", ...props }: ComponentProps<"input">) {
  return (
    <input
      data-slot="input"
      type={type}
      className={cn(
        control,
        "min-h-9 file:me-3 file:border-0 file:bg-transparent file:p-0 file:font-medium file:text-accent pointer-coarse:min-h-11",
        type === "file" && "py-1.5",
        className,
      )}
      {...props}
    />
  );
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea data-slot="textarea" rows={4} className={cn(control, "py-2", className)} {...props} />;
}

/** The browser's own select: right on every phone and for every screen reader. */
export function Select({ className, ...props }: ComponentProps<"select">) {
  return (
    <select
      data-slot="select"
      className={cn(control, "min-h-9 ps-2.5 pointer-coarse:min-h-11", className)}
      {...props}
    />
  );
}
