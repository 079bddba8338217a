"use client";

import { useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";

type ToggleProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** For screen readers, with the work's title. */
  name: string;
  children: string;
  soft?: boolean;
  disabled?: boolean;
};

/**
 * A tap that is a native checkbox: it answers before the page's script has arrived, and what was tapped until then is
 * taken up. `autoComplete` off, so that no browser brings back an old state by itself.
 */
export function Toggle({ checked, onChange, name, children, soft = false, disabled = false }: ToggleProps) {
  const input = useRef<HTMLInputElement>(null);
  const given = useRef({ checked, onChange });
  useEffect(() => {
    const early = input.current?.checked;
    if (early !== undefined && early !== given.current.checked) given.current.onChange(early);
  }, []);

  return (
    <label
      data-slot="toggle"
      className={cn(
        "inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-lg border border-ink-3 px-4 font-medium text-ink-2 select-none",
        "has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        "has-disabled:cursor-default has-disabled:opacity-60 forced-colors:has-checked:outline-2",
        soft
          ? "has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent"
          : "has-checked:border-accent has-checked:bg-accent has-checked:text-paper",
      )}
    >
      <input
        ref={input}
        type="checkbox"
        className="peer sr-only"
        autoComplete="off"
        aria-label={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span aria-hidden="true" className="hidden peer-checked:inline">
        ✓
      </span>
      <span aria-hidden="true">{children}</span>
    </label>
  );
}
