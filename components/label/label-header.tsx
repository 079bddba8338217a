import Link from "next/link";
import { Progress } from "@/components/ui/progress";
import { linkVariants } from "@/components/ui/text";
import type { OutboxView } from "./outbox-state";
import { OutboxStatus } from "./outbox-status";
import type { Tally } from "./session-state";

type LabelHeaderProps = { study: { slug: string; name: string }; tally: Tally | undefined; outbox: OutboxView };

/** Which study, how far, and about how long still. No ranking. */
export function LabelHeader({ study, tally, outbox }: LabelHeaderProps) {
  return (
    <header className="top-0 z-20 bg-paper [@media(min-height:30rem)]:sticky">
      <div className="flex items-center gap-4 px-5 py-2.5 md:px-7">
        <Link
          href="/"
          className="inline-flex min-h-7 items-center font-read text-xl font-semibold text-ink pointer-coarse:min-h-11"
        >
          Assay
        </Link>
        <span className="hidden min-w-0 truncate text-ink-2 md:inline">{study.name}</span>
        <span className="ms-auto" />
        {tally ? (
          <>
            <span className="whitespace-nowrap text-ink-2">
              {tally.done} of {tally.total}
            </span>
            {timeLeft(tally) ? (
              <span className="hidden whitespace-nowrap text-ink-2 md:inline">{timeLeft(tally)}</span>
            ) : null}
          </>
        ) : null}
        <Link href={`/label/${study.slug}/work`} prefetch={false} className={linkVariants({ alone: true })}>
          My work
        </Link>
      </div>
      <Progress
        label="Items done"
        value={tally?.done ?? 0}
        max={Math.max(1, tally?.total ?? 1)}
        text={tally ? `${tally.done} of ${tally.total} items done` : "Loading"}
      />
      {outbox.mine.length > 0 ? (
        <p className="border-b px-5 py-1 text-sm text-warn md:hidden">
          <OutboxStatus outbox={outbox} />
        </p>
      ) : null}
    </header>
  );
}

/** From the rater's own median; nothing before there is one. */
export function timeLeft({ medianMs, left }: Tally): string {
  if (medianMs === null || left === 0) return "";
  const minutes = Math.max(1, Math.round((medianMs * left) / 60_000));
  const pace =
    medianMs < 60_000 ? `${Math.max(1, Math.round(medianMs / 1000))} s` : `${(medianMs / 60_000).toFixed(1)} min`;

  return `${pace} an item, about ${minutes} min left`;
}
