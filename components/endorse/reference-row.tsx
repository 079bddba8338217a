"use client";

import type { EndorseAnswer, EndorseReference } from "@/lib/endorsements/wire";
import { useEndorse } from "./endorse-context";
import { SayWhy } from "./reason-field";
import { isNamed } from "./steps";
import { Toggle } from "./toggle";

type RowProps = { focalId: string; reference: EndorseReference; answer: EndorseAnswer | undefined };

export function ReferenceRow({ focalId, reference, answer }: RowProps) {
  const { engine, view, say } = useEndorse();
  const { collects } = view.campaign;
  const { n, title, year, authors } = reference;
  const give = (value: "yes" | "maybe" | null, reason?: string) =>
    void engine.make({ path: "answers", body: { focalId, n, value, ...(reason !== undefined && { reason }) } });
  const names = authors.length > 2 ? `${authors[0]} …` : authors.join(", ");

  return (
    <li data-slot="reference" className="grid gap-2.5 border-b py-3.5">
      <p className="leading-snug">
        {title}
        <span className="mt-0.5 block text-sm text-ink-2">
          {[year, names, answer && isNamed(answer) ? say("youNamedIt") : null].filter(Boolean).join(" · ")}
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Toggle
          name={say("shapedNamed", { title })}
          checked={answer?.value === "yes"}
          onChange={(on) => give(on ? "yes" : null)}
        >
          {say("shaped")}
        </Toggle>
        {collects.maybe ? (
          <Toggle
            soft
            name={say("maybeNamed", { title })}
            checked={answer?.value === "maybe"}
            onChange={(on) => give(on ? "maybe" : null)}
          >
            {say("maybe")}
          </Toggle>
        ) : null}
        {answer && collects.reasons ? (
          <SayWhy title={title} value={answer.reason} onSave={(reason) => give(answer.value, reason)} />
        ) : null}
      </div>
    </li>
  );
}
