import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import type { Codebook } from "@/lib/codebooks/schema";

type MarkTogglesProps = {
  codebook: Codebook;
  answers: Readonly<Record<string, string>>;
  showKeys: boolean;
  onMark: (mark: string) => void;
};

/** Optional ticks beside the questions. */
export function MarkToggles({ codebook, answers, showKeys, onMark }: MarkTogglesProps) {
  if (codebook.marks.length === 0) return null;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in all browsers.
    <div
      role="group"
      aria-label="Marks"
      className="mt-2 grid grid-cols-2 gap-1 leading-tight md:mt-4 md:border-t md:pt-3 md:grid-cols-1 md:gap-0.5"
    >
      {codebook.marks.map((mark) => {
        const on = answers[`mark_${mark.id}`] === "yes";

        return (
          <button
            key={mark.id}
            type="button"
            data-slot="mark"
            aria-pressed={on}
            aria-keyshortcuts={showKeys ? mark.key : undefined}
            title={mark.definition}
            onClick={(event) => event.detail < 2 && onMark(mark.id)}
            className={cn(
              "flex min-h-11 items-center gap-2 rounded-lg border border-rule px-2.5 text-start hover:bg-accent-soft md:min-h-9 md:border-transparent pointer-coarse:min-h-11",
              on && "bg-accent-soft font-semibold",
            )}
          >
            {showKeys ? <Kbd className="hidden min-w-6 md:inline-block">{mark.key}</Kbd> : null}
            <span
              aria-hidden="true"
              className={cn(
                "grid size-4 shrink-0 place-items-center rounded-sm border border-ink-3 text-xs leading-none",
                on && "border-accent bg-accent text-paper",
              )}
            >
              {on ? "✓" : ""}
            </span>
            {mark.label}
          </button>
        );
      })}
    </div>
  );
}
