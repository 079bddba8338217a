import { optionsFor } from "./questions-for";
import type { Codebook, CodebookQuestion } from "./schema";

export type KeyAction =
  | { kind: "option"; question: string; option: string }
  | { kind: "mark"; mark: string }
  | { kind: "command"; command: Command };

export type Command =
  | "undo"
  | "skip"
  | "flag"
  | "comment"
  | "guideline"
  | "distinctions"
  | "nextContext"
  | "previousContext"
  | "help"
  | "nextItem"
  | "previousItem";

/**
 * Keys that the label page keeps for itself, as `KeyboardEvent.key` gives them (letters in lower case). No option and no
 * mark may take one. Items are turned by the arrow keys, so that `n` stays free for "no".
 */
export const RESERVED_KEYS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["u", "undo"],
  ["s", "skip"],
  ["f", "flag"],
  ["c", "comment"],
  ["g", "guideline"],
  ["x", "distinctions"],
  ["j", "nextContext"],
  ["k", "previousContext"],
  ["?", "help"],
  ["ArrowRight", "nextItem"],
  ["ArrowLeft", "previousItem"],
]);

/**
 * What each key does while these questions listen (see `listeningQuestions`): the page's own commands, the codebook's
 * marks, then the options that humans may choose. A checked codebook gives no key two meanings; in an unchecked one the
 * first in that order keeps it. Keys are compared after `normalizeKey`. O(options).
 * @example keymapFor(citationRole, citationRole.questions).get("2") // { kind: "option", question: "role", option: "ME" }
 */
export function keymapFor(codebook: Codebook, listening: readonly CodebookQuestion[]): Map<string, KeyAction> {
  const keymap = new Map<string, KeyAction>();
  for (const [key, command] of RESERVED_KEYS) keymap.set(key, { kind: "command", command });
  for (const mark of codebook.marks) addIfFree(keymap, mark.key, { kind: "mark", mark: mark.id });
  for (const question of listening) {
    for (const option of optionsFor(question, "human")) {
      addIfFree(keymap, option.key, { kind: "option", question: question.id, option: option.id });
    }
  }
  return keymap;
}

/**
 * A `KeyboardEvent.key` as the keymap spells it: single characters in lower case (so that Caps Lock changes nothing),
 * names such as `ArrowLeft` as they are.
 * @example normalizeKey("Y") // "y"
 */
export function normalizeKey(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

function addIfFree(keymap: Map<string, KeyAction>, key: string | undefined, action: KeyAction): void {
  if (key !== undefined && !keymap.has(key)) keymap.set(key, action);
}
