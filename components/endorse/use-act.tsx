"use client";

import { type ReactNode, useState } from "react";
import { useEndorse } from "./endorse-context";
import type { EndorseEngine, Outcome } from "./endorse-engine";

type Act = EndorseEngine["act"];

/** What is answered at once; what went wrong comes as a line to show beside the button. */
export function useAct(): [act: (...call: Parameters<Act>) => Promise<boolean>, problem: ReactNode, pending: boolean] {
  const { engine, say } = useEndorse();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [pending, setPending] = useState(false);
  const act = async (...call: Parameters<Act>) => {
    setPending(true);
    setOutcome(null);
    const came = await engine.act(...call);
    setPending(false);
    setOutcome(came);

    return came.ok;
  };
  const words = {
    offline: "actOffline",
    waiting: "submitWaiting",
    stale: "actStale",
    texts: "textsChanged",
    gone: "actGone",
  } as const;
  const line = outcome && !outcome.ok ? (outcome.kind === "refused" ? outcome.reason : say(words[outcome.kind])) : null;

  const problem = line ? <Problem>{line}</Problem> : null;

  return [act, problem, pending];
}

/** Mail scanners click by script, which no browser trusts; keys, taps and assistive technology are trusted. */
export function isPerson(event: { isTrusted: boolean }): boolean {
  return event.isTrusted;
}

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" data-slot="problem" className="border-s-2 border-bad ps-3.5 text-bad">
      {children}
    </p>
  );
}
