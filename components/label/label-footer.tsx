"use client";

import { ThemeToggle } from "@/components/shell/theme-toggle";
import { cn } from "@/components/ui/cn";
import type { OutboxView } from "./outbox-state";
import { OutboxStatus } from "./outbox-status";

type LabelFooterProps = { outbox: OutboxView; ahead: number; shortcuts: boolean; onShortcuts: (on: boolean) => void };

/** How the answers stand, in words. */
export function LabelFooter({ outbox, ahead, shortcuts, onShortcuts }: LabelFooterProps) {
  const saved = outbox.mine.length === 0;

  return (
    <footer className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t px-5 py-2 text-sm text-ink-2 md:px-7">
      <span data-slot="outbox-status" className={cn("font-[550]", saved ? "text-good" : "text-warn")}>
        <OutboxStatus outbox={outbox} />
      </span>
      <span className="hidden lg:inline">{aheadLine(ahead)}</span>
      <span className="md:ms-auto">Answers are blind: no other rater’s or model’s label is sent to this page</span>
      <button
        type="button"
        className="hidden min-h-6 rounded-sm text-ink-2 underline-offset-3 hover:underline md:inline"
        onClick={() => onShortcuts(!shortcuts)}
        aria-pressed={shortcuts}
      >
        Single keys {shortcuts ? "on" : "off"}
      </button>
      <ThemeToggle />
    </footer>
  );
}

function aheadLine(ahead: number): string {
  if (ahead <= 0) return "No further item is ready";

  return ahead === 1 ? "The next item is ready" : `The next ${ahead} items are ready`;
}
