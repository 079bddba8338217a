"use client";

import Link from "next/link";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { GuidelineSheet } from "@/components/label/guideline-sheet";
import { ReadingPane } from "@/components/label/reading-pane";
import { useShortcutsSwitch } from "@/components/label/use-shortcuts-switch";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Empty } from "@/components/ui/empty";
import { Notice } from "@/components/ui/notice";
import { linkVariants } from "@/components/ui/text";
import type { Codebook } from "@/lib/codebooks/schema";
import { AdjudicateKeys } from "./adjudicate-keys";
import { AnswersList } from "./answers-list";
import { Criteria } from "./criteria";
import { DecisionHistory, Standing } from "./decision-history";
import { DecisionPane, type Writing } from "./decision-pane";
import { type Adjudicating, type Start, useAdjudicating } from "./use-adjudicating";
import { useKeys } from "./use-keys";

export type AdjudicateWorkspaceProps = Start & { codebook: Codebook; version: number; queueHref: string };

/** One dispute after another: what is read, what everyone said, what the guideline says, and the decision. */
export function AdjudicateWorkspace({ codebook, version, queueHref, ...start }: AdjudicateWorkspaceProps) {
  const work = useAdjudicating(start);
  const [shortcuts, setShortcuts] = useShortcutsSwitch();
  const [panel, setPanel] = useState<"guideline" | "keys" | null>(null);
  const [writing, setWriting] = useState<Writing>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const reading = useRef<HTMLDivElement>(null);
  const { entry, item } = work;
  const question = codebook.questions.find((one) => one.id === entry?.question);
  const here = entry ? `${entry.itemId} ${entry.roundId} ${entry.unit} ${entry.question}` : "";
  const command = useKeys({ work, question, codebook, shortcuts, panel, setPanel, writing, setWriting, reading });

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each entry, and at the end, the focus goes to the heading.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
    setWriting(null);
  }, [here]);

  const ready = useHydrated();

  return (
    <div data-slot="adjudicate" data-ready={ready || undefined}>
      <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-xs font-[550] tracking-[0.06em] text-ink-2 uppercase outline-none"
        >
          {entry
            ? `Dispute ${work.place.at} of ${work.place.of}${work.place.more ? " and more" : ""}`
            : "Nothing left here"}
          {item ? ` · ${item.round}` : ""}
        </h1>
        <p role="status" data-slot="saving" className="text-sm text-ink-2">
          {work.sending > 0 ? "Saving …" : work.failures.length > 0 ? "Not all is saved" : "All decisions saved"}
        </p>
        <Link href={queueHref} prefetch={false} className={cn(linkVariants({ alone: true }), "ms-auto")}>
          To the queue
        </Link>
      </div>
      <Failures work={work} />
      {entry && work.problem ? (
        <Notice tone="bad" title={work.problem}>
          <Button onClick={() => work.turn(1)}>Go on to the next</Button>
        </Notice>
      ) : null}
      {!entry ? <AllDone queueHref={queueHref} work={work} /> : null}
      {item && question ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
          <div ref={reading} className="grid min-w-0 content-start gap-8">
            <p className="-mb-5 text-sm text-ink-2 break-all">{item.key}</p>
            <ReadingPane fields={item.fields} />
            <AnswersList
              item={item}
              codebook={codebook}
              shortcuts={shortcuts}
              onShowJudge={() => void work.showJudge()}
            />
          </div>
          <div className="grid min-w-0 content-start gap-6">
            <Standing item={item} question={question} onSettle={() => void work.settle()} />
            <DecisionPane
              {...{ item, question, work, writing, shortcuts }}
              onWriting={(next) => {
                setWriting(next);
                if (next === null) heading.current?.focus({ preventScroll: true });
              }}
              onCommand={command}
            />
            <Criteria codebook={codebook} question={question} disputed={item.disputed} version={version} />
            <DecisionHistory item={item} question={question} />
          </div>
        </div>
      ) : null}
      {panel === "guideline" ? (
        <GuidelineSheet
          codebook={codebook}
          version={version}
          finalFocus={() => heading.current}
          onClose={() => setPanel(null)}
        />
      ) : null}
      {panel === "keys" && question ? (
        <AdjudicateKeys
          question={question}
          shortcuts={shortcuts}
          onShortcuts={setShortcuts}
          finalFocus={() => heading.current}
          onClose={() => setPanel(null)}
        />
      ) : null}
    </div>
  );
}

/** Keys work from here on. */
function useHydrated(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);

  return ready;
}

function Failures({ work }: { work: Adjudicating }) {
  return (
    <div className="mb-6 grid gap-3 empty:hidden">
      {work.failures.map((failure) => (
        <Notice key={failure.body.opId} tone="bad" title={failure.title}>
          <span className="mt-1 flex flex-wrap gap-2">
            {failure.again ? <Button onClick={() => work.retry(failure)}>Send again</Button> : null}
            <Button onClick={() => work.reopen(failure)}>Look at it again</Button>
          </span>
        </Notice>
      ))}
    </div>
  );
}

function AllDone({ queueHref, work }: { queueHref: string; work: Adjudicating }) {
  return (
    <Empty
      title="Everything in this list has been shown"
      actions={
        <>
          <Link href={queueHref} prefetch={false} className={linkVariants({ alone: true })}>
            Back to the queue
          </Link>
          {work.canUndo ? <Button onClick={work.undo}>Take the last decision back</Button> : null}
        </>
      }
    >
      What you left for later is in the queue still.
    </Empty>
  );
}
