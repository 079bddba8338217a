"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ActiveClock } from "@/components/label/active-clock";
import { uuid7 } from "@/components/label/uuid7";
import type { AdjudicationItem, DecideBody, Reason } from "@/lib/adjudication/wire";
import { type Got, getItem, getMore, postDecision, type QueueScope } from "./adjudicate-api";
import {
  afterStep,
  type Draft,
  decisionBody,
  EMPTY_DRAFT,
  type Entry,
  keyOf,
  type Step,
  undoBody,
} from "./adjudicate-session";

export type Start = {
  slug: string;
  userId: string;
  scope: QueueScope;
  entries: Entry[];
  nextCursor: string | null;
};

/** A decision that the server does not have: to be sent again, or to be looked at again. */
export type Failure = { entry: Entry; body: DecideBody; title: string; again: boolean };

export type Adjudicating = ReturnType<typeof useAdjudicating>;
type Shown = { item: AdjudicationItem } | { problem: string } | undefined;

/** The queue as it is worked through: the entry in view, what is being decided, what is on its way, what can be undone. */
export function useAdjudicating({ slug, userId, scope, entries: first, nextCursor }: Start) {
  const [entries, setEntries] = useState(first);
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState<Record<string, Shown>>({});
  const [drafts, setDrafts] = useState<Record<string, Draft>>({});
  const [steps, setSteps] = useState<Step[]>([]);
  const [sending, setSending] = useState(0);
  const [failures, setFailures] = useState<Failure[]>([]);
  const [clock] = useState(() => new ActiveClock());
  const cursor = useRef(nextCursor);
  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const entry = entries[at];
  const key = entry ? keyOf(entry) : "";
  const view = shown[key];
  const item = view && "item" in view ? view.item : undefined;

  const load = useCallback(
    async (wanted: Entry, how = { showJudge: false, settle: false }) => {
      const got = await getItem(slug, userId, wanted, how);
      const next: Shown = got.ok ? { item: got.value } : { problem: got.title };
      setShown((before) => ({ ...before, [keyOf(wanted)]: next }));
    },
    [slug, userId],
  );

  const following = entries[at + 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry is loaded when it comes into view, once.
  useEffect(() => {
    if (entry && !shown[key]) void load(entry);
    if (following && !shown[keyOf(following)]) void load(following);
    clock.restart();
  }, [key]);

  useEffect(() => watch(clock, () => sending > 0 || failures.length > 0), [clock, sending, failures.length]);

  async function more(): Promise<void> {
    const from = cursor.current;
    if (!from) return;
    cursor.current = null;
    const got = await getMore(slug, userId, scope, from);
    if (!got.ok) cursor.current = from;
    else {
      cursor.current = got.value.nextCursor;
      setEntries((before) => {
        const known = new Set(before.map(keyOf));

        return [...before, ...got.value.rows.filter((row) => !known.has(keyOf(row)))];
      });
    }
  }

  function goTo(next: number): void {
    const place = Math.max(0, Math.min(next, entries.length));
    if (place >= entries.length - 2) void more();
    setAt(place);
  }

  /** One after another, in the order of the key presses, each with the id it got then. */
  function send(target: Entry, body: DecideBody): void {
    setSending((n) => n + 1);
    turn.current = turn.current.then(async () => {
      const got: Got<unknown> = await postDecision(slug, userId, body);
      setSending((n) => n - 1);
      if (got.ok) return void load(target, { showJudge: body.judgeShown ?? false, settle: body.settles ?? false });
      setFailures((all) => [...all, { entry: target, body, title: got.title, again: got.again }]);
      if (!got.again) void load(target);
    });
  }

  function decide(reason: Reason): void {
    const draft = drafts[key];
    if (!entry || !item || !draft || draft.value === null) return;
    const body = decisionBody(item, { ...draft, value: draft.value }, reason, mark());
    setSteps((all) => [...all, { entry, before: item.own, body }].slice(-10));
    setShown((all) => ({ ...all, [key]: { item: afterStep(item, body) } }));
    setDrafts(({ [key]: _, ...others }) => others);
    send(entry, body);
    goTo(at + 1);
  }

  function undo(): void {
    const step = steps.at(-1);
    if (!step) return;
    const body = undoBody(step, mark());
    const stepKey = keyOf(step.entry);
    const was = shown[stepKey];
    setSteps((all) => all.slice(0, -1));
    if (was && "item" in was)
      setShown((all) => ({ ...all, [stepKey]: { item: afterStep(was.item, body, step.before) } }));
    send(step.entry, body);
    const place = entries.findIndex((one) => keyOf(one) === stepKey);
    if (place >= 0) setAt(place);
  }

  function mark() {
    return { opId: uuid7(), elapsedMs: Math.min(clock.elapsed(), 86_400_000) };
  }

  return {
    entry,
    item,
    problem: view && "problem" in view ? view.problem : null,
    place: { at: at + 1, of: entries.length, more: cursor.current !== null },
    draft: drafts[key] ?? EMPTY_DRAFT,
    canUndo: steps.length > 0,
    sending,
    failures,
    choose: (value: string | null) => edit({ value }),
    edit,
    decide,
    undo,
    turn: (by: 1 | -1) => goTo(at + by),
    showJudge: () =>
      entry && item && load(entry, { showJudge: true, settle: item.own === null && item.others !== null }),
    settle: () => entry && load(entry, { showJudge: item?.judgeShown ?? false, settle: true }),
    retry: (failure: Failure) => {
      setFailures((all) => all.filter((one) => one !== failure));
      send(failure.entry, failure.body);
    },
    reopen: (failure: Failure) => {
      setFailures((all) => all.filter((one) => one !== failure));
      setSteps((all) => all.filter((step) => step.body.opId !== failure.body.opId));
      const place = entries.findIndex((one) => keyOf(one) === keyOf(failure.entry));
      if (place >= 0) setAt(place);
    },
  };

  function edit(change: Partial<Draft>): void {
    setDrafts((all) => ({ ...all, [key]: { ...EMPTY_DRAFT, ...all[key], ...change } }));
  }
}

/** Signs of life for the clock; and nobody leaves with decisions that the server does not have. */
function watch(clock: ActiveClock, atRisk: () => boolean): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  for (const type of ["pointerdown", "pointermove", "keydown", "scroll", "touchstart"])
    window.addEventListener(type, () => clock.sign(), { signal, passive: true, capture: true });
  document.addEventListener("visibilitychange", () => (document.hidden ? clock.hide() : clock.show()), { signal });
  window.addEventListener("beforeunload", (event) => atRisk() && event.preventDefault(), { signal });

  return () => ends.abort();
}
