"use client";

import type { ReactNode } from "react";
import { useEndorse } from "./endorse-context";

/** Below every step: how much is answered, whether it is saved, and the way on. On low screens it does not stick. */
export function FootBar({ focalId, children }: { focalId?: string; children: ReactNode }) {
  const { view, say } = useEndorse();
  const answers = view.answers.filter((answer) => !focalId || answer.focalId === focalId);
  const yes = answers.filter((answer) => answer.value === "yes").length;
  const maybe = answers.length - yes;

  return (
    <div
      data-slot="foot-bar"
      className="z-10 -mx-5 mt-10 border-t bg-sheet px-5 pt-3 pb-[max(0.9rem,env(safe-area-inset-bottom))] [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-24 flex-1 text-sm text-ink-2">
          <p>
            {say("count", { n: yes })}
            {maybe > 0 ? `, ${say("countMaybe", { n: maybe })}` : ""}
          </p>
          <SaveLine />
        </div>
        {children}
      </div>
    </div>
  );
}

export function SaveLine() {
  const { phase, waiting, durable, say } = useEndorse();
  const n = waiting.length;
  let line = say("savedOnTap");
  if (phase === "gone") line = say("linkGone");
  else if (phase === "other_link") line = say("otherLink");
  else if (phase === "consent" && n > 0) line = say("needsConsent");
  else if (n > 0 && (phase === "waiting" || !durable)) line = say(durable ? "waiting" : "waitingHere", { n });
  else if (n > 0) line = say("saving");

  return (
    <p data-slot="save-line" role={line === say("saving") ? undefined : "status"}>
      {line}
    </p>
  );
}
