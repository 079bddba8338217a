"use client";

import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { type Command, type KeyAction, keymapFor, RESERVED_KEYS } from "@/lib/codebooks/keymap";
import { listeningQuestions, questionsFor } from "@/lib/codebooks/questions-for";
import type { Codebook, CodebookQuestion } from "@/lib/codebooks/schema";
import type { ServedSlot } from "@/lib/labels/wire";
import type { Asking } from "./asking";
import { moveContext } from "./context-list";
import { actionOf, isPlainPress, isTypingTarget } from "./key-event";
import type { EngineView, LabelEngine } from "./label-engine";
import type { Telling } from "./question-pane";
import { labelStateOf } from "./session-state";

export type Panel = "skip" | "comment" | "guideline" | "keys";

type Parts = {
  engine: LabelEngine;
  view: EngineView;
  slot: ServedSlot | undefined;
  codebook: Codebook | undefined;
  shortcuts: boolean;
  reading: RefObject<HTMLElement | null>;
};

type OfItem<T> = T & { slotId: string };
export type Answering = ReturnType<typeof useAnswering>;

/** Where all items are done, the last answer can still be taken back. */
const keysWithoutItem = new Map<string, KeyAction>(
  [...RESERVED_KEYS].map(([key, command]) => [key, { kind: "command", command }]),
);

/** What the rater is doing with the current item: choosing, saying why, telling two options apart, or in a dialog. */
export function useAnswering({ engine, view, slot, codebook, shortcuts, reading }: Parts) {
  const [panel, setPanel] = useState<Panel | null>(null);
  const [askingOf, setAsking] = useState<Asking | null>(null);
  const [tellingOf, setTelling] = useState<OfItem<Telling> | null>(null);
  const [focusOf, setFocus] = useState<OfItem<{ question: string }> | null>(null);
  const asking = askingOf?.slotId === slot?.slotId ? askingOf : null;
  const telling = tellingOf?.slotId === slot?.slotId ? tellingOf : null;
  const listening = slot && codebook ? listeningNow(codebook, slot, focusOf) : [];
  const feedback = slot !== undefined && view.session.feedbackId === slot.slotId;

  async function give(question: string, value: string, toggles = false) {
    if (!slot || feedback) return;
    const ruling = await engine.give(slot.slotId, { question, value }, toggles);
    if (ruling.kind === "no") return;
    if (ruling.kind === "fine") {
      setAsking(null);
      return;
    }
    const { label, hint } = ruling;
    const draft = await engine.draft(slot.slotId, `note ${question}`).catch(() => undefined);
    setAsking({ slotId: slot.slotId, question, value, label, ...(hint ? { hint } : {}), ...(draft ? { draft } : {}) });
  }

  function choose(question: string, option: string) {
    if (!slot) return;
    if (!telling || telling.options.length === 2) {
      void give(question, option);
      return;
    }
    const same = telling.question === question ? telling.options : [];
    setTelling({ slotId: slot.slotId, question, options: [...same.filter((one) => one !== option), option] });
  }

  function mark(id: string) {
    void give(`mark_${id}`, "yes", true);
  }

  function note(text: string) {
    if (!asking) return;
    engine.saveDraft(asking.slotId, `note ${asking.question}`, "");
    setAsking(null);
    void engine.answer(asking.slotId, { question: asking.question, value: asking.value, note: text });
  }

  function command(name: Command) {
    if (!slot) return;
    const doing: Record<Command, () => void> = {
      undo: () => void engine.undo(),
      skip: () => setPanel("skip"),
      comment: () => setPanel("comment"),
      guideline: () => setPanel(panel === "guideline" ? null : "guideline"),
      help: () => setPanel("keys"),
      flag: () => void give("_flag", "yes", true),
      distinctions: () =>
        setTelling(telling ? null : { slotId: slot.slotId, question: listening[0]?.id ?? "", options: [] }),
      nextContext: () => moveContext(reading.current, 1),
      previousContext: () => moveContext(reading.current, -1),
      nextItem: () => void engine.turn(1),
      previousItem: () => void engine.turn(-1),
    };
    doing[name]();
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const inDialog = panel !== null && panel !== "guideline";
    const onButton = event.target instanceof HTMLElement && event.target.closest("button, a, summary") !== null;
    if (onButton && event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
    if (inDialog || event.defaultPrevented || isTypingTarget(event.target)) return;
    if (event.key === "Escape") {
      setTelling(null);
      setAsking(null);
      return;
    }
    if (!shortcuts || !isPlainPress(event)) return;
    if (!slot || !codebook) {
      const back = actionOf(event, keysWithoutItem);
      if (back?.kind === "command" && back.command === "undo") void engine.undo();
      if (back?.kind === "command" && back.command === "previousItem") void engine.turn(-1);
      return;
    }
    if (feedback) {
      if (["Tab", "Shift", "CapsLock", "Enter", " "].includes(event.key)) return;
      event.preventDefault();
      void engine.goOn();
      return;
    }
    const action = actionOf(event, keymapFor(codebook, listening));
    if (!action) return;
    event.preventDefault();
    if (action.kind === "command") command(action.command);
    else if (action.kind === "mark") mark(action.mark);
    else choose(action.question, action.option);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);

    return () => document.removeEventListener("keydown", listener);
  }, []);

  return {
    panel,
    setPanel,
    asking,
    telling,
    listening,
    choose,
    mark,
    note,
    command,
    draftNote: (text: string) => asking && engine.saveDraft(asking.slotId, `note ${asking.question}`, text),
    cancelNote: () => setAsking(null),
    stopTelling: () => setTelling(null),
    focusQuestion: (question: string) => slot && setFocus({ slotId: slot.slotId, question }),
  };
}

/** An item that is answered already listens too, so that it can be changed: to the question chosen, or to its last. */
function listeningNow(
  codebook: Codebook,
  slot: ServedSlot,
  focus: OfItem<{ question: string }> | null,
): CodebookQuestion[] {
  const { fields, answers } = labelStateOf(slot);
  const asked = questionsFor(codebook, fields, answers, "human");
  const focused = focus?.slotId === slot.slotId ? asked.find((question) => question.id === focus.question) : undefined;
  if (focused && codebook.order === "fixed") return [focused];
  const listening = listeningQuestions(codebook, fields, answers);

  return listening.length > 0 ? listening : asked.slice(-1);
}
