import { expect, test } from "vitest";
import { CATALOGUE, chooseLanguage, messagesOf } from "./catalogue";
import { en } from "./en";
import { sayer } from "./fill";

const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([hole]) => hole).sort();

test.each(Object.entries(CATALOGUE))(
  "%s has every message, none empty, with the same places to fill",
  (_, messages) => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort());
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect([key, messages[key].trim() === ""]).toEqual([key, false]);
      expect([key, holes(messages[key])]).toEqual([key, holes(en[key])]);
    }
  },
);

test("numbers choose the form, and are written as the language writes them", () => {
  const english = sayer(messagesOf("en").messages, "en");
  expect(english("references", { n: 1 })).toBe("1 reference");
  expect(english("references", { n: 1200 })).toBe("1,200 references");
  const german = sayer(messagesOf("de-AT").messages, "de");
  expect(german("references", { n: 1200 })).toBe("1.200 Literaturangaben");
  expect(english("added", { title: "{n} and $& more" })).toBe("Added: {n} and $& more");
});

test("a language is what was chosen, else what the browser prefers, else the campaign's first", () => {
  expect(chooseLanguage(["en", "de"], "de", "en")).toBe("de");
  expect(chooseLanguage(["en", "de"], "fr", "fr, de-CH;q=0.8, en;q=0.5")).toBe("de");
  expect(chooseLanguage(["en", "de"], null, "de;q=0, *;q=0.1")).toBe("en");
  expect(chooseLanguage(["pt-BR", "en"], null, "pt")).toBe("pt-BR");
  expect(messagesOf("xx").language).toBe("en");
});
