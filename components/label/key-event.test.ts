import { expect, test } from "vitest";
import { citationRole } from "@/lib/codebooks/built-in/citation-role";
import { mustCite } from "@/lib/codebooks/built-in/must-cite";
import { keymapFor } from "@/lib/codebooks/keymap";
import { actionOf, type Press } from "./key-event";

const roles = keymapFor(citationRole, citationRole.questions);
const both = keymapFor(mustCite, mustCite.questions);

function press(key: string, more: Partial<Press> = {}): Press {
  return {
    key,
    code: "",
    repeat: false,
    isComposing: false,
    keyCode: 0,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...more,
  };
}

test("an option's key chooses it", () => {
  expect(actionOf(press("2"), roles)).toEqual({ kind: "option", question: "role", option: "ME" });
  expect(actionOf(press("n"), both)).toEqual({ kind: "option", question: "baseline", option: "no" });
  expect(actionOf(press("d"), both)).toEqual({ kind: "mark", mark: "primary_data" });
});

test.each([
  ["held", { repeat: true }],
  ["with Control", { ctrlKey: true }],
  ["with Command", { metaKey: true }],
  ["with Alt", { altKey: true }],
  ["building a character", { isComposing: true }],
  ["building a character in Safari", { keyCode: 229 }],
])("a key %s does nothing", (_what, more) => {
  expect(actionOf(press("2", more), roles)).toBeUndefined();
});

test("Caps Lock changes nothing, Shift with a letter is not the letter, Shift with ? is", () => {
  expect(actionOf(press("U"), roles)).toEqual({ kind: "command", command: "undo" });
  expect(actionOf(press("U", { shiftKey: true }), roles)).toBeUndefined();
  expect(actionOf(press("?", { shiftKey: true }), roles)).toEqual({ kind: "command", command: "help" });
});

test("the digits of a French keyboard work with Shift and without", () => {
  expect(actionOf(press("é", { code: "Digit2" }), roles)).toMatchObject({ option: "ME" });
  expect(actionOf(press("2", { code: "Digit2", shiftKey: true }), roles)).toMatchObject({ option: "ME" });
  expect(actionOf(press("@", { code: "Digit2", shiftKey: true }), roles)).toBeUndefined();
});
