import { cn } from "./cn";
import { Skeleton } from "./skeleton";
import { Spinner } from "./spinner";

/** What stands in a part of a page while it is computed: says what, aloud too, and holds its place. */
export function Loading({ label, lines = 3, className }: { label: string; lines?: number; className?: string }) {
  return (
    <div data-slot="loading" role="status" className={cn("grid gap-3 py-2", className)}>
      <p className="flex items-center gap-2 text-ink-2">
        <Spinner /> {label}
      </p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike.
        <Skeleton key={line} className={line % 3 === 2 ? "w-1/2" : line % 2 === 1 ? "w-5/6" : "w-full"} />
      ))}
    </div>
  );
}
