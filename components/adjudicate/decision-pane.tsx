"use client";

import { useState } from "react";
import { NoteForm } from "@/components/label/note-form";
import { Definition, OptionList } from "@/components/label/option-list";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import { Eyebrow } from "@/components/ui/text";
import { type AdjudicationItem, REASONS } from "@/lib/adjudication/wire";
import type { Command } from "@/lib/codebooks/keymap";
import type { CodebookOption, CodebookQuestion } from "@/lib/codebooks/schema";
import { type Draft, REASON_WORDS } from "./adjudicate-session";
import type { Adjudicating } from "./use-adjudicating";

/** What is being written: a note to this decision, or what the guideline should say. */
export type Writing = "note" | "guideline" | null;

type DecisionPaneProps = {
  item: AdjudicationItem;
  question: CodebookQuestion;
  work: Adjudicating;
  writing: Writing;
  shortcuts: boolean;
  onWriting: (writing: Writing) => void;
  onCommand: (command: Command) => void;
};

/** First what the item is, then why the raters differed: the reason makes it a decision. */
export function DecisionPane({ item, question, work, writing, shortcuts, onWriting, onCommand }: DecisionPaneProps) {
  const [looked, setLooked] = useState<CodebookOption | null>(null);
  const { draft } = work;
  const value = draft.value ?? item.own?.value ?? undefined;

  return (
    <section aria-labelledby="decision-title" data-slot="decision" className="grid gap-4">
      <div>
        <Eyebrow>{question.title}</Eyebrow>
        <h2 id="decision-title" className="mt-1.5 mb-2.5 text-lg leading-snug font-semibold text-pretty">
          {question.text}
        </h2>
        <OptionList
          question={question}
          chosen={value}
          labelledBy="decision-title"
          showKeys={shortcuts && draft.value === null}
          onLook={setLooked}
          onChoose={(option) => work.choose(option.id)}
        />
      </div>
      {draft.value === null ? null : <Reasons work={work} shortcuts={shortcuts} />}
      <Remarks draft={draft} />
      {writing === null ? null : (
        <div className="border-s-2 border-accent ps-3.5">
          <NoteForm
            key={writing}
            id="decision-text"
            label={writing === "note" ? "Note to this decision" : "What should the guideline say?"}
            hint={
              writing === "note" ? "Kept with the decision." : "Goes to the codebook’s to-do list with the decision."
            }
            action="Keep"
            mayBeEmpty
            initial={writing === "note" ? draft.note : draft.guideline}
            onSave={(text) => {
              work.edit(writing === "note" ? { note: text } : { guideline: text });
              onWriting(null);
            }}
            onCancel={() => onWriting(null)}
          />
        </div>
      )}
      <Commands shortcuts={shortcuts} draft={draft} canUndo={work.canUndo} onCommand={onCommand} />
      <Definition option={looked ?? undefined} />
    </section>
  );
}

function Reasons({ work, shortcuts }: { work: Adjudicating; shortcuts: boolean }) {
  return (
    <div data-slot="reasons" className="grid gap-1.5 border-t pt-3">
      <h3 id="reasons-title" className="font-semibold">
        Why did they differ?
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons that act at once, not fields of a form. */}
      <div role="group" aria-labelledby="reasons-title" className="grid gap-0.5">
        {REASONS.map((reason, i) => (
          <button
            key={reason}
            type="button"
            data-slot="reason"
            aria-keyshortcuts={shortcuts ? String(i + 1) : undefined}
            onClick={(event) => event.detail < 2 && work.decide(reason)}
            className="flex min-h-11 w-full items-start gap-2.5 rounded-lg border border-rule px-2.5 py-1.5 text-start hover:bg-accent-soft md:border-transparent"
          >
            {shortcuts ? <Kbd className="mt-0.5 hidden min-w-6 md:inline-block">{i + 1}</Kbd> : null}
            <span className="min-w-0">
              {REASON_WORDS[reason].label}
              <span className="block text-sm text-ink-2">{REASON_WORDS[reason].hint}</span>
            </span>
          </button>
        ))}
      </div>
      <p>
        <Button variant="link" size="sm" onClick={() => work.choose(null)}>
          Back to the options
        </Button>
      </p>
    </div>
  );
}

function Remarks({ draft }: { draft: Draft }) {
  const shown = [
    { name: "Note", text: draft.note },
    { name: "For the guideline", text: draft.guideline },
  ].filter(({ text }) => text !== "");
  if (shown.length === 0) return null;

  return (
    <dl className="grid gap-1 text-sm">
      {shown.map(({ name, text }) => (
        <div key={name} className="border-s-2 ps-3.5">
          <dt className="text-ink-2">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const COMMANDS: { command: Command; key: string; word: string; wide?: boolean }[] = [
  { command: "undo", key: "u", word: "undo" },
  { command: "skip", key: "s", word: "later" },
  { command: "flag", key: "f", word: "guideline needs an edit" },
  { command: "comment", key: "c", word: "note" },
  { command: "guideline", key: "g", word: "guideline" },
  { command: "help", key: "?", word: "all keys", wide: true },
];

type CommandsProps = { shortcuts: boolean; draft: Draft; canUndo: boolean; onCommand: (command: Command) => void };

function Commands({ shortcuts, draft, canUndo, onCommand }: CommandsProps) {
  const on: Partial<Record<Command, boolean>> = { flag: draft.guideline !== "", comment: draft.note !== "" };

  return (
    <ul className="flex flex-wrap gap-x-1 border-t pt-2">
      {COMMANDS.map(({ command, key, word, wide }) => (
        <li key={command} className={wide ? "max-md:hidden" : undefined}>
          <button
            type="button"
            aria-keyshortcuts={shortcuts ? key : undefined}
            aria-disabled={(command === "undo" && !canUndo) || undefined}
            onClick={(event) => event.detail < 2 && onCommand(command)}
            className={cn(
              "inline-flex min-h-7 items-center gap-1.5 rounded-md px-1.5 text-sm text-ink-2 hover:bg-accent-soft hover:text-ink pointer-coarse:min-h-11",
              on[command] && "font-semibold text-accent",
            )}
          >
            {shortcuts ? <Kbd className="hidden uppercase md:inline-block">{key}</Kbd> : null}
            {word}
          </button>
        </li>
      ))}
    </ul>
  );
}
