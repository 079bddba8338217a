import { type KeyAction, normalizeKey } from "@/lib/codebooks/keymap";

/** What of a KeyboardEvent decides whether it is a shortcut. */
export type Press = {
  key: string;
  code: string;
  repeat: boolean;
  isComposing: boolean;
  keyCode: number;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
};

/**
 * The action of a key press, if it is one. Held keys, keys with Ctrl, Alt or Command, and keys that build a character
 * (an input method) are none. Shift counts only where it is needed to type the key: `?`, and the digits of a French
 * keyboard, which work without it too.
 */
export function actionOf(press: Press, keymap: ReadonlyMap<string, KeyAction>): KeyAction | undefined {
  if (!isPlainPress(press)) return undefined;
  if (press.shiftKey && /^[a-z]$/i.test(press.key)) return undefined;
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(press.code)?.[1];

  return keymap.get(normalizeKey(press.key)) ?? (digit && !press.shiftKey ? keymap.get(digit) : undefined);
}

/** A single press of one key, neither held nor part of a shortcut of the system. */
export function isPlainPress(press: Press): boolean {
  if (press.repeat || press.isComposing || press.keyCode === 229) return false;

  return !(press.ctrlKey || press.metaKey || press.altKey);
}

/** Whether typing there writes text or moves a control's own choice. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;

  return target.isContentEditable || target.matches("input, textarea, select, [role=textbox], [role=combobox]");
}
