"use client";

import { useId, useRef, useState } from "react";
import { uuid7 } from "@/components/label/uuid7";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Suggestion } from "@/lib/endorsements/wire";
import { useEndorse } from "./endorse-context";
import { titleOfAnswer } from "./steps";
import { useDraft } from "./use-draft";
import { useSuggestions } from "./use-suggestions";

export type WorkBoxState = ReturnType<typeof useWorkBox>;

/** One box for one work: picked from what resembles it, or kept as it was typed. Nothing is joined by itself. */
export function useWorkBox(focalId: string) {
  const { engine, view, mark, say } = useEndorse();
  const [text, setText] = useDraft(`${view.respondentId} ${focalId}`);
  const [said, setSaid] = useState("");
  const works = useSuggestions(mark, focalId, text);

  function add(work: Pick<Suggestion, "n" | "corpusId" | "title" | "year">) {
    const n = work.n;
    const corpusId = n === null ? work.corpusId : null;
    const named = view.answers.some(
      (answer) =>
        answer.focalId === focalId &&
        (n !== null
          ? answer.n === n
          : corpusId !== null
            ? answer.corpusId === corpusId
            : titleOfAnswer(view, answer).toLowerCase() === work.title.toLowerCase()),
    );
    setText("");
    if (named) {
      setSaid(say("recallTwice"));
      return;
    }
    const { title, year } = work;
    const body = { workId: uuid7(), focalId, title, year, doi: null, n, corpusId, value: "yes" as const };
    void engine.make({ path: "works", body });
    setSaid(say("added", { title }));
  }

  function addAsTyped() {
    const title = text.trim();
    if (title !== "") add({ n: null, corpusId: null, title, year: null });
  }

  return { text, setText, works, add, addAsTyped, said, setSaid };
}

export function WorkBox({ box, label }: { box: WorkBoxState; label: string }) {
  const { say } = useEndorse();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, works } = box;

  return (
    <form
      data-slot="work-box"
      className="grid scroll-mt-3 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        box.addAsTyped();
        field.current?.focus();
      }}
    >
      <Field id={id} label={label}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            className="min-h-12 text-lg"
            placeholder={say("recallPlaceholder")}
            autoComplete="off"
            maxLength={2000}
            enterKeyHint="done"
            value={text}
            onFocus={(event) => {
              // A phone's keyboard takes half the screen: what resembles the words must fit above it.
              if (matchMedia("(pointer: coarse)").matches) event.currentTarget.form?.scrollIntoView({ block: "start" });
            }}
            onChange={(event) => {
              box.setText(event.target.value);
              box.setSaid("");
            }}
          />
        )}
      </Field>
      {works.length > 0 ? (
        <ul data-slot="suggestions" className="grid border-s-2 border-accent">
          {works.map((work) => (
            <li key={`${work.n} ${work.corpusId}`}>
              <button
                type="button"
                className="grid min-h-11 w-full content-center gap-0.5 px-3.5 py-2 text-start hover:bg-accent-soft"
                onClick={() => {
                  box.add(work);
                  field.current?.focus();
                }}
              >
                <span>{work.title}</span>
                <span className="text-sm text-ink-2">
                  {[work.year, work.authors.slice(0, 2).join(", "), say(work.from === "list" ? "fromList" : "fromPool")]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {text.trim() === "" ? null : (
        <Button type="submit" className="justify-self-start">
          {say("recallAdd")}
        </Button>
      )}
      <p role="status" data-slot="said" className="text-sm text-ink-2 empty:hidden">
        {text.trim() !== "" && works.length > 0 ? say("recallFound", { n: works.length }) : box.said}
      </p>
    </form>
  );
}
