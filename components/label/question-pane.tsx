"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { Eyebrow } from "@/components/ui/text";
import type { Command } from "@/lib/codebooks/keymap";
import { questionsFor } from "@/lib/codebooks/questions-for";
import type { Codebook, CodebookOption, CodebookQuestion } from "@/lib/codebooks/schema";
import type { ServedSlot } from "@/lib/labels/wire";
import type { Asking } from "./asking";
import { DistinctionText } from "./distinction-text";
import { MarkToggles } from "./mark-toggles";
import { NoteForm } from "./note-form";
import { Definition, OptionList } from "./option-list";
import { labelStateOf } from "./session-state";

export type Telling = { question: string; options: string[] };

type QuestionPaneProps = {
  codebook: Codebook;
  slot: ServedSlot;
  /** Questions that listen to the keyboard now. */
  listening: CodebookQuestion[];
  asking: Asking | null;
  telling: Telling | null;
  shortcuts: boolean;
  onChoose: (question: string, option: string) => void;
  onMark: (mark: string) => void;
  onNote: (text: string) => void;
  onNoteDraft: (text: string) => void;
  onCancelNote: () => void;
  onCommand: (command: Command) => void;
  onFocusQuestion: (question: string) => void;
  onStopTelling: () => void;
};

export function QuestionPane(props: QuestionPaneProps) {
  const { codebook, slot, listening, asking, telling, shortcuts } = props;
  const [looked, setLooked] = useState<CodebookOption | null>(null);
  const { fields, answers } = labelStateOf(slot);
  const asked = questionsFor(codebook, fields, answers, "human");
  const shown = codebook.order === "any" ? asked : listening.length > 0 ? listening : asked.slice(-1);
  const chosen = shown.flatMap((question) => question.options.find((one) => one.id === answers[question.id]) ?? []);

  return (
    <div data-slot="question-pane">
      {codebook.order === "fixed" ? <Answered {...props} asked={asked} shown={shown} /> : null}
      <div className="grid gap-3 md:gap-5">
        {shown.map((question) => (
          <section key={question.id} aria-labelledby={`question-${question.id}`}>
            <Eyebrow className="max-md:sr-only">{question.title}</Eyebrow>
            <h2
              id={`question-${question.id}`}
              className="mb-2 leading-snug font-semibold text-pretty md:mt-1.5 md:mb-2.5 md:text-lg"
            >
              {question.text}
            </h2>
            <OptionList
              question={question}
              chosen={asking?.question === question.id ? asking.value : answers[question.id]}
              labelledBy={`question-${question.id}`}
              showKeys={shortcuts}
              onLook={setLooked}
              onChoose={(option) => props.onChoose(question.id, option.id)}
            />
            {asking?.question === question.id ? <AskedNote {...props} asking={asking} /> : null}
          </section>
        ))}
      </div>
      <MarkToggles codebook={codebook} answers={answers} showKeys={shortcuts} onMark={props.onMark} />
      {asking && !shown.some((question) => question.id === asking.question) ? (
        <AskedNote {...props} asking={asking} />
      ) : null}
      {telling ? <TellingApart {...props} telling={telling} /> : null}
      <Commands shortcuts={shortcuts} slot={slot} codebook={codebook} onCommand={props.onCommand} />
      <Definition option={looked ?? chosen.at(-1)} />
    </div>
  );
}

/** Under a fixed order: what was answered so far, each to be opened again. */
function Answered({
  asked,
  shown,
  slot,
  onFocusQuestion,
}: QuestionPaneProps & Record<"asked" | "shown", CodebookQuestion[]>) {
  const done = asked.filter((question) => slot.answers[question.id] && !shown.includes(question));
  if (done.length === 0) return null;

  return (
    <ol className="mb-4 grid gap-1 border-b pb-3 text-sm">
      {done.map((question) => {
        const value = slot.answers[question.id]?.value;
        const label = question.options.find((option) => option.id === value)?.label ?? value;

        return (
          <li key={question.id} className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 text-ink-2">{question.title}</span>
            <b className="font-[550]">{label}</b>
            <Button variant="link" size="sm" onClick={() => onFocusQuestion(question.id)}>
              Change
            </Button>
          </li>
        );
      })}
    </ol>
  );
}

function AskedNote({ asking, onNote, onNoteDraft, onCancelNote }: QuestionPaneProps & { asking: Asking }) {
  return (
    <div className="mt-3 border-s-2 border-warn ps-3.5">
      <NoteForm
        key={`${asking.question} ${asking.value}`}
        id="asked-note"
        label={asking.label}
        hint={asking.hint}
        action="Save the answer"
        initial={asking.draft}
        onDraft={onNoteDraft}
        onSave={onNote}
        onCancel={onCancelNote}
      />
    </div>
  );
}

function TellingApart({ codebook, telling, onStopTelling }: QuestionPaneProps & { telling: Telling }) {
  const [one, other] = telling.options;
  const found =
    one && other
      ? codebook.distinctions.find(
          ({ question, options }) =>
            question === telling.question && options.includes(one) && options.includes(other) && one !== other,
        )
      : undefined;

  return (
    <div role="status" className="mt-4 grid gap-2 border-s-2 border-accent ps-3.5 text-sm">
      {found ? (
        <DistinctionText
          distinction={found}
          question={codebook.questions.find((question) => question.id === telling.question)}
        />
      ) : (
        <p className="font-[550]">
          {one && other
            ? `The guideline has nothing of its own on ${one} against ${other}.`
            : one
              ? `${one} or …? Choose the other option.`
              : "Which two options? Choose one, then the other."}
        </p>
      )}
      <p>
        <Button variant="link" size="sm" onClick={onStopTelling}>
          Back to answering
        </Button>
      </p>
    </div>
  );
}

/** `wide`: left out where the screen is narrow; the guideline has the distinctions too. */
const COMMANDS: { command: Command; key: string; word: string; wide?: boolean }[] = [
  { command: "undo", key: "u", word: "undo" },
  { command: "skip", key: "s", word: "skip" },
  { command: "flag", key: "f", word: "flag" },
  { command: "comment", key: "c", word: "comment" },
  { command: "guideline", key: "g", word: "guideline" },
  { command: "distinctions", key: "x", word: "tell apart", wide: true },
  { command: "help", key: "?", word: "all keys", wide: true },
];

type CommandsProps = Pick<QuestionPaneProps, "shortcuts" | "slot" | "codebook" | "onCommand">;

function Commands({ shortcuts, slot, codebook, onCommand }: CommandsProps) {
  const on: Partial<Record<Command, boolean>> = {
    flag: slot.answers._flag?.value === "yes",
    comment: slot.answers._comment !== undefined,
  };
  const shown = COMMANDS.filter(({ command }) => command !== "distinctions" || codebook.distinctions.length > 0);

  return (
    <ul className="mt-2 flex flex-wrap justify-between border-t pt-1 md:mt-4 md:justify-start md:gap-1 md:pt-3">
      {shown.map(({ command, key, word, wide }) => (
        <li key={command} className={wide ? "max-md:hidden" : undefined}>
          <button
            type="button"
            onClick={(event) => event.detail < 2 && onCommand(command)}
            aria-pressed={command === "flag" ? on.flag : undefined}
            aria-keyshortcuts={shortcuts ? key : undefined}
            className={cn(
              "inline-flex min-h-7 items-center gap-1.5 rounded-md px-1.5 text-sm text-ink-2 hover:bg-accent-soft hover:text-ink pointer-coarse:min-h-11",
              on[command] && "font-semibold text-accent",
            )}
          >
            {shortcuts ? <Kbd className="hidden uppercase md:inline-block">{key}</Kbd> : null}
            {on[command] ? (command === "flag" ? "flagged" : "commented") : word}
          </button>
        </li>
      ))}
    </ul>
  );
}
