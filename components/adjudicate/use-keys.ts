"use client";

import { type RefObject, useEffect, useEffectEvent } from "react";
import { moveContext } from "@/components/label/context-list";
import { actionOf, isPlainPress, isTypingTarget } from "@/components/label/key-event";
import { REASONS } from "@/lib/adjudication/wire";
import { type Command, type KeyAction, keymapFor } from "@/lib/codebooks/keymap";
import type { Codebook, CodebookQuestion } from "@/lib/codebooks/schema";
import type { Writing } from "./decision-pane";
import type { Adjudicating } from "./use-adjudicating";

type Panel = "guideline" | "keys" | null;
type Parts = {
  work: Adjudicating;
  question: CodebookQuestion | undefined;
  codebook: Codebook;
  shortcuts: boolean;
  panel: Panel;
  setPanel: (panel: Panel) => void;
  writing: Writing;
  setWriting: (writing: Writing) => void;
  reading: RefObject<HTMLElement | null>;
};

/** Once an option is chosen, digits are reasons; the page's own keys stay what they are on the label page. */
const REASON_KEYS: [string, KeyAction][] = REASONS.map((reason, i) => [
  String(i + 1),
  { kind: "option", question: "_reason", option: reason },
]);

/** The page's keys, and the same commands for its buttons. */
export function useKeys({ work, question, codebook, shortcuts, panel, setPanel, writing, setWriting, reading }: Parts) {
  function command(name: Command): void {
    const doing: Record<Command, () => void> = {
      undo: work.undo,
      skip: () => work.turn(1),
      flag: () => work.item && setWriting("guideline"),
      comment: () => work.item && setWriting("note"),
      guideline: () => setPanel(panel === "guideline" ? null : "guideline"),
      distinctions: () => void work.showJudge(),
      nextContext: () => moveContext(reading.current, 1),
      previousContext: () => moveContext(reading.current, -1),
      help: () => setPanel("keys"),
      nextItem: () => work.turn(1),
      previousItem: () => work.turn(-1),
    };
    doing[name]();
  }

  function keymap(): ReadonlyMap<string, KeyAction> {
    if (work.draft.value !== null) return new Map([...keymapFor({ ...codebook, marks: [] }, []), ...REASON_KEYS]);

    return keymapFor({ ...codebook, marks: [] }, question && work.item ? [question] : []);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (panel === "keys" || writing !== null || event.defaultPrevented || isTypingTarget(event.target)) return;
    if (event.key === "Escape" && panel === null) {
      work.choose(null);
      return;
    }
    if (!shortcuts || !isPlainPress(event)) return;
    const action = actionOf(event, keymap());
    if (!action) return;
    event.preventDefault();
    if (action.kind === "command") command(action.command);
    else if (action.kind === "option" && action.question === "_reason")
      work.decide(action.option as (typeof REASONS)[number]);
    else if (action.kind === "option") work.choose(action.option);
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);

    return () => document.removeEventListener("keydown", listener);
  }, []);

  return command;
}
