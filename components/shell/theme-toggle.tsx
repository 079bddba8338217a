"use client";

import { cn } from "@/components/ui/cn";
import { useTheme } from "./providers";
import { parseTheme, type Theme, themes } from "./theme";

const words: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

export function ThemeToggle({ className }: { className?: string }) {
  const { theme, setTheme } = useTheme();

  return (
    <label data-slot="theme-toggle" className={cn("inline-flex items-center gap-2 text-sm text-ink-2", className)}>
      Theme
      <select
        value={theme}
        onChange={(event) => setTheme(parseTheme(event.target.value))}
        className="min-h-7 rounded-md border border-ink-3 bg-sheet px-1.5 text-ink pointer-coarse:min-h-11"
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
