import { cn } from "./cn";

type ProgressProps = {
  /** What makes progress: "Labelled items". */
  label: string;
  value: number;
  max: number;
  /** How it is said: "38 of 120 labelled". */
  text?: string;
  className?: string;
};

/** A hairline that fills. The words beside it are the page's own. */
export function Progress({ label, value, max, text, className }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;

  return (
    <div
      data-slot="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={text}
      className={cn("h-0.5 overflow-hidden bg-rule forced-colors:border-b", className)}
    >
      <div
        className="h-full bg-accent forced-colors:bg-[Highlight]"
        style={{ width: `${(share * 100).toFixed(2)}%` }}
      />
    </div>
  );
}
