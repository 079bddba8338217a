"use client";

import { Button } from "@/components/ui/button";
import type { EndorseView } from "@/lib/endorsements/wire";
import { useEndorse } from "./endorse-context";
import type { Say } from "./messages/fill";
import type { Entry } from "./outbox-state";
import { titleOfAnswer } from "./steps";

/** Changes that only the author can settle: answered otherwise on another device, or refused. Nothing is dropped by itself. */
export function HeldNotices() {
  const { held, engine, view, say } = useEndorse();
  if (held.length === 0) return null;

  return (
    <ul data-slot="held" className="mb-6 grid gap-4">
      {held.map((entry) => (
        <li key={entry.opId} role="alert" className="border-s-2 border-warn ps-3.5">
          <p className="font-[550]">
            <span className="text-warn">{say(entry.held?.kind === "conflict" ? "conflictTitle" : "refusedTitle")}</span>
            : {titleOfEntry(view, entry)}
          </p>
          <p className="text-ink-2">{whatHappened(entry, say)}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {entry.held?.kind === "conflict" ? (
              <>
                <Button onClick={() => void engine.giveUp(entry)}>{say("conflictKeep")}</Button>
                <Button onClick={() => void engine.insist(entry)}>{say("conflictMine")}</Button>
              </>
            ) : (
              <Button onClick={() => void engine.giveUp(entry)}>{say("refusedDrop")}</Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function whatHappened({ held, change }: Entry, say: Say): string {
  if (held?.kind !== "conflict") return held?.reason ?? "";
  const words = (value: "yes" | "maybe" | null) =>
    say(value === "yes" ? "valueYes" : value === "maybe" ? "valueMaybe" : "valueNone");
  const theirs = words(held.current?.value ?? null) + because(held.current?.reason);
  const mine =
    change.path === "answers" || change.path === "works"
      ? words(change.body.value) + because(change.body.reason)
      : change.path === "inspirations"
        ? (change.body.text ?? say("valueNone"))
        : "";

  return say("conflictText", { theirs, mine });
}

function because(reason: string | null | undefined): string {
  return reason ? ` (“${reason}”)` : "";
}

function titleOfEntry(view: EndorseView, { change }: Entry): string {
  if (change.path === "works") return change.body.title;
  const { body } = change;
  if (!("n" in body)) return "";
  const none = { title: null, year: null, doi: null, corpusId: null, reason: null };

  return titleOfAnswer(view, {
    ...none,
    workId: "",
    focalId: body.focalId,
    n: body.n,
    source: "recognised",
    value: "yes",
  });
}
