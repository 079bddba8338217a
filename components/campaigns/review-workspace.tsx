"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { isPlainPress, isTypingTarget } from "@/components/label/key-event";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatOf } from "@/components/ui/format-number";
import { Kbd } from "@/components/ui/kbd";
import type { ReviewRow } from "@/lib/endorsements/wire";
import { MatchList } from "./match-list";
import { ReasonForm } from "./reason-form";
import { ReviewPair } from "./review-pair";
import { useReview } from "./use-review";

type Props = { slug: string; campaignId: string; rows: ReviewRow[]; total: number };
type Asking = "self_cite" | "review_paper" | "exclude" | null;

const KEYS = [
  ["c", "confirm"],
  ["s", "flag: self-citation"],
  ["r", "flag: review paper"],
  ["x", "exclude"],
  ["n", "next"],
  ["p", "previous"],
] as const;

/** Pair after pair by keyboard or touch; every decision is saved before the next pair comes. */
export function ReviewWorkspace({ slug, campaignId, rows, total }: Props) {
  const work = useReview(slug, campaignId, rows);
  const [asking, setAsking] = useState<Asking>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { row, at } = work;
  const unresolved = row !== undefined && row.work.corpusId === null;

  function press(key: string): void {
    if (key === "n" || key === "p") {
      setAsking(null);
      work.turn(key === "n" ? 1 : -1);
    } else if (!row || work.busy) return;
    else if (key === "c") void work.decide({ decision: "confirm" });
    else setAsking(key === "x" ? "exclude" : key === "s" ? "self_cite" : "review_paper");
  }

  async function finish(reason: string): Promise<void> {
    const done = await work.decide(
      asking === "exclude" || asking === null
        ? { decision: "exclude", reason }
        : { decision: "flag", flag: asking, reason },
    );
    if (done) setAsking(null);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTypingTarget(event.target) || !isPlainPress(event) || asking !== null) return;
    const key = event.key.toLowerCase();
    if (!KEYS.some(([one]) => one === key)) return;
    event.preventDefault();
    press(key);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);

    return () => document.removeEventListener("keydown", listener);
  }, []);

  useEffect(() => {
    if (at > 0) heading.current?.focus();
  }, [at]);

  return (
    <section aria-labelledby="pair-title" className="grid max-w-[80ch] grid-cols-[minmax(0,1fr)] gap-5">
      <p aria-live="polite" className="sr-only">
        {work.said}
      </p>
      {row ? (
        <>
          <ReviewPair row={row} heading={heading} place={formatOf(at + 1, total)} />
          {unresolved ? (
            <MatchList key={row.endorsementId} slug={slug} campaignId={campaignId} row={row} work={work} />
          ) : null}
          {row.resolvedBy === "reviewer" ? (
            <p>
              <Button variant="link" size="sm" onClick={() => void work.resolve(null)}>
                It is not this work after all
              </Button>
            </p>
          ) : null}
          {work.problem ? <FaultList problem={work.problem} /> : null}
          {asking === null ? (
            <div className="flex flex-wrap gap-2 border-t pt-4">
              {KEYS.map(([key, word]) => (
                <Button
                  key={key}
                  aria-keyshortcuts={key}
                  variant={key === "c" ? "primary" : key === "n" || key === "p" ? "quiet" : "secondary"}
                  disabled={
                    (key === "c" && (unresolved || row.value === "maybe")) ||
                    ((key === "s" || key === "r") && unresolved) ||
                    (key === "p" && at === 0)
                  }
                  onClick={() => press(key)}
                >
                  {word} <Kbd className="hidden uppercase md:inline-block">{key}</Kbd>
                </Button>
              ))}
            </div>
          ) : (
            <ReasonForm
              key={asking}
              asking={asking}
              busy={work.busy}
              onSave={(reason) => void finish(reason)}
              onCancel={() => {
                setAsking(null);
                heading.current?.focus();
              }}
            />
          )}
        </>
      ) : (
        <Empty
          title={rows.length < total ? "This page is done" : "All of this is decided"}
          actions={
            <>
              <Button variant="primary" onClick={() => location.reload()}>
                {rows.length < total ? "The next ones" : "Look again"}
              </Button>
              {rows.length > 0 ? <Button onClick={() => work.turn(-1)}>Back to the last pair</Button> : null}
            </>
          }
        >
          <span id="pair-title">What was decided is saved. Decisions can be changed under “done”.</span>
        </Empty>
      )}
    </section>
  );
}
