"use client";

import { useLayoutEffect, useRef } from "react";
import { Notice } from "@/components/ui/notice";
import { EndState } from "./end-state";
import { ItemHeading, ItemNotices, placeOf } from "./item-heading";
import { LabelDialogs } from "./label-dialogs";
import { LabelFooter } from "./label-footer";
import { LabelHeader } from "./label-header";
import { OutboxNotices } from "./outbox-notices";
import { PracticeFeedback } from "./practice-feedback";
import { QuestionPane } from "./question-pane";
import { ReadingPane } from "./reading-pane";
import { type Codebooks, isDone, openSlots, slotOf, tally } from "./session-state";
import { useAnswering } from "./use-answering";
import { useLabelEngine } from "./use-label-engine";
import { useShortcutsSwitch } from "./use-shortcuts-switch";

export type LabelWorkspaceProps = {
  userId: string;
  study: { slug: string; name: string };
  /** The versions in use, as raters may see them, by number. */
  codebooks: Codebooks;
  /** One of the rater's own items, to be opened again. */
  reopenId?: string;
};

/** The label page. Nothing of an item is in the HTML: items are claimed once the page is there. */
export function LabelWorkspace({ userId, study, codebooks, reopenId }: LabelWorkspaceProps) {
  const [engine, view] = useLabelEngine({ userId, study: study.slug, codebooks }, reopenId);
  const [shortcuts, setShortcuts] = useShortcutsSwitch();
  const heading = useRef<HTMLHeadingElement>(null);
  const reading = useRef<HTMLDivElement>(null);
  const { session, outbox } = view;
  const slot = slotOf(session, session.currentId);
  const codebook = slot && codebooks[slot.codebookVersion];
  const answering = useAnswering({ engine, view, slot, codebook, shortcuts, reading });
  const count = tally(session, codebooks);
  const slotId = slot?.slotId ?? null;
  const feedback = slot && session.feedbackId === slotId;

  useLayoutEffect(() => {
    if (slotId) heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
    const frame = requestAnimationFrame(() => engine.hasPainted(slotId));

    return () => cancelAnimationFrame(frame);
  }, [engine, slotId]);

  const open = openSlots(session, codebooks);
  const ahead = open.filter((one) => one.slotId !== slotId).length;
  const here = `/label/${study.slug}`;

  return (
    <div data-slot="label-workspace" className="flex min-h-dvh flex-col">
      <LabelHeader study={study} tally={count} outbox={outbox} />
      <p className="sr-only" aria-live="polite" data-slot="said">
        {view.said.text}
      </p>
      <main id="main" className="mx-auto w-full max-w-[1240px] flex-1 md:grid md:grid-cols-[minmax(0,1fr)_400px]">
        <div ref={reading} className="px-5 pt-6 pb-8 md:pt-9 md:pe-14 md:pb-12 md:ps-7">
          <OutboxNotices
            outbox={outbox}
            codebook={codebook ?? Object.values(codebooks)[0]}
            signedOut={outbox.phase.kind === "signed_out" || view.reach.kind === "signed_out"}
            here={here}
            mayTimeOut={view.ready}
            currentId={slotId}
            onShow={(id) => void engine.show(id)}
            onKeepNewer={(entry) => void engine.keepNewer(entry)}
            onInsist={(entry) => void engine.insistOnMine(entry)}
            onGiveUp={(entry) => void engine.giveUp(entry)}
            onRetry={(entry) => void engine.retry(entry)}
            foreignEntries={() => engine.foreignEntries()}
          />
          {slot && codebook ? (
            <article aria-labelledby="item-heading">
              <ItemHeading
                slot={slot}
                heading={heading}
                at={placeOf(count, slot, isDone(codebooks, slot), session.reopened.includes(slot.slotId))}
              />
              <ItemNotices slot={slot} lost={session.lost.includes(slot.slotId)} />
              <ReadingPane fields={slot.fields} />
            </article>
          ) : slot ? (
            <Notice tone="warn" title="The codebook has a newer version.">
              Your answers are kept. <a href={here}>Load this page again</a> to go on.
            </Notice>
          ) : (
            <EndState
              view={view}
              tally={count}
              slug={study.slug}
              onLook={() => void engine.claim()}
              onUndo={() => void engine.undo()}
            />
          )}
        </div>
        {slot && codebook ? (
          <aside
            aria-label="Questions"
            className="bottom-0 z-10 border-t bg-paper [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:max-h-[58dvh] [@media(min-height:30rem)]:overflow-y-auto px-5 pt-3 pb-3 md:top-14 md:bottom-auto md:[@media(min-height:30rem)]:max-h-[calc(100dvh-7rem)] md:self-start md:border-t-0 md:px-0 md:pt-9 md:pe-7"
          >
            {feedback ? (
              <PracticeFeedback codebook={codebook} slot={slot} onGoOn={() => void engine.goOn()} />
            ) : (
              <QuestionPane
                key={slot.slotId}
                codebook={codebook}
                slot={slot}
                listening={answering.listening}
                asking={answering.asking}
                telling={answering.telling}
                shortcuts={shortcuts}
                onChoose={answering.choose}
                onMark={answering.mark}
                onNote={answering.note}
                onNoteDraft={answering.draftNote}
                onCancelNote={answering.cancelNote}
                onCommand={answering.command}
                onFocusQuestion={answering.focusQuestion}
                onStopTelling={answering.stopTelling}
              />
            )}
          </aside>
        ) : null}
      </main>
      <LabelFooter outbox={outbox} ahead={ahead} shortcuts={shortcuts} onShortcuts={setShortcuts} />
      {slot && codebook ? (
        <LabelDialogs
          engine={engine}
          slot={slot}
          codebook={codebook}
          answering={answering}
          shortcuts={shortcuts}
          onShortcuts={setShortcuts}
          finalFocus={() => heading.current}
        />
      ) : null}
    </div>
  );
}
