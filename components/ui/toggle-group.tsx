"use client";

import { Toggle } from "@base-ui/react/toggle";
import { ToggleGroup as Primitive } from "@base-ui/react/toggle-group";
import type { ReactNode } from "react";
import { cn } from "./cn";

const toggle =
  "inline-flex min-h-8 items-center rounded-full border border-rule px-3.5 font-medium text-ink-2 hover:text-ink data-pressed:border-accent data-pressed:text-accent pointer-coarse:min-h-11";

type ToggleGroupProps = {
  label: string;
  options: { value: string; label: ReactNode }[];
  /** One choice that is always made; for filters where any number may be on, use `multiple`. */
  value: string[];
  onValueChange: (value: string[]) => void;
  multiple?: boolean;
  className?: string;
};

/** Two to seven choices in a line. Arrow keys move, space or enter chooses. */
export function ToggleGroup({ label, options, value, onValueChange, multiple = false, className }: ToggleGroupProps) {
  return (
    <Primitive
      data-slot="toggle-group"
      aria-label={label}
      value={value}
      multiple={multiple}
      onValueChange={(next: string[]) => {
        if (multiple || next.length > 0) onValueChange(next);
      }}
      className={cn("flex flex-wrap gap-2", className)}
    >
      {options.map((option) => (
        <Toggle key={option.value} value={option.value} className={toggle}>
          {option.label}
        </Toggle>
      ))}
    </Primitive>
  );
}
