"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { EndorseAnswer } from "@/lib/endorsements/wire";
import { useEndorse } from "./endorse-context";
import { SayWhy } from "./reason-field";
import { isNamed, titleOfAnswer } from "./steps";

/** What was named from memory, with where it was found. */
export function NamedWorks({ focalId }: { focalId: string }) {
  const { view, say } = useEndorse();
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const named = view.answers.filter((answer) => answer.focalId === focalId && isNamed(answer));

  return (
    <section data-slot="named" className="mt-7">
      <h2 ref={heading} tabIndex={-1} className="font-[550] outline-none">
        {say("recallNamed")}
      </h2>
      {named.length === 0 ? <p className="text-ink-2">{say("recallNone")}</p> : null}
      <ul>
        {named.map((answer) => (
          <NamedWork
            key={answer.workId}
            answer={answer}
            removed={(title) => {
              setSaid(say("removed", { title }));
              heading.current?.focus();
            }}
          />
        ))}
      </ul>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {said}
      </p>
    </section>
  );
}

function NamedWork({ answer, removed }: { answer: EndorseAnswer; removed: (title: string) => void }) {
  const { engine, view, say } = useEndorse();
  const title = titleOfAnswer(view, answer);
  const { workId, focalId, year, doi, n } = answer;
  // A work of the list has its id from the list; only one that was picked from the pool brings its own.
  const corpusId = n === null ? answer.corpusId : null;
  const change = (value: "yes" | "maybe" | null, reason?: string) =>
    void engine.make({
      path: "works",
      body: { workId, focalId, title, year, doi, n, corpusId, value, ...(reason !== undefined && { reason }) },
    });
  const found = n !== null ? "fromList" : corpusId !== null ? "fromPool" : "fromTyped";

  return (
    <li data-slot="named-work" className="grid gap-1 border-b py-3">
      <p className="leading-snug">
        {title}
        <span className="block text-sm text-ink-2">{[year, say(found)].filter(Boolean).join(" · ")}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          variant="quiet"
          className="-ms-2.5 min-h-11"
          aria-label={say("removeNamed", { title })}
          onClick={() => {
            change(null);
            removed(title);
          }}
        >
          {say("remove")}
        </Button>
        {view.campaign.collects.reasons ? (
          <SayWhy title={title} value={answer.reason} onSave={(reason) => change(answer.value, reason)} />
        ) : null}
      </div>
    </li>
  );
}
