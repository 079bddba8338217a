import { expect, it } from "vitest";
import { citationRole } from "./built-in/citation-role";
import { builtInCodebooks } from "./built-in/find-built-in";
import { markerPair } from "./built-in/marker-pair";
import { mustCite } from "./built-in/must-cite";
import { keymapFor, normalizeKey, RESERVED_KEYS } from "./keymap";

it("citation-role: 1 to 6, in the order of the roles, none for the judge's UNSURE", () => {
  const keymap = keymapFor(citationRole, citationRole.questions);
  const roles = ["1", "2", "3", "4", "5", "6"].map((key) => keymap.get(key));
  expect(roles.map((action) => action?.kind === "option" && action.option)).toEqual([
    "TF",
    "ME",
    "GM",
    "CC",
    "TR",
    "BC",
  ]);
  expect(keymap.size).toBe(RESERVED_KEYS.size + 6);
});

it("must-cite: y, n, 1 to 5, d and m at once, beside the page's own keys", () => {
  const keymap = keymapFor(mustCite, mustCite.questions);
  expect(keymap.get("n")).toEqual({ kind: "option", question: "baseline", option: "no" });
  expect(keymap.get("4")).toEqual({ kind: "option", question: "relevance", option: "4" });
  expect(keymap.get("m")).toEqual({ kind: "mark", mark: "extended_method" });
  expect(keymap.get("d")).toEqual({ kind: "mark", mark: "primary_data" });
  const commands = [..."usfcgxjk?"].map((key) => keymap.get(key)?.kind);
  expect(new Set(commands)).toEqual(new Set(["command"]));
  expect(keymap.size).toBe(RESERVED_KEYS.size + 2 + 5 + 2);
});

it("marker-pair: y and n speak for the one question that listens", () => {
  const [problem, solution] = markerPair.questions;
  expect(keymapFor(markerPair, [solution!]).get("y")).toEqual({ kind: "option", question: "solution", option: "yes" });
  expect(keymapFor(markerPair, [problem!]).get("n")).toEqual({ kind: "option", question: "problem", option: "no" });
  expect(keymapFor(markerPair, []).get("y")).toBeUndefined();
});

it("no built-in codebook takes a key of the page", () => {
  for (const codebook of builtInCodebooks) {
    for (const [key, command] of RESERVED_KEYS) {
      expect(keymapFor(codebook, codebook.questions).get(key)).toEqual({ kind: "command", command });
    }
  }
});

it("Caps Lock changes nothing", () => {
  expect(["Y", "y", "?", "ArrowLeft"].map(normalizeKey)).toEqual(["y", "y", "?", "ArrowLeft"]);
});
