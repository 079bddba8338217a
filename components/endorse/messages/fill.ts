import type { MessageKey, Messages } from "./catalogue";

export type Values = Record<string, string | number>;
type PluralKey<K> = K extends `${infer Stem}_other` ? Stem : never;
export type SayKey = MessageKey | PluralKey<MessageKey>;
export type Say = (key: SayKey, values?: Values) => string;

/** `say("references", { n: 3 })` takes `references_one` or `references_other` by the language's own rule. */
export function sayer(messages: Messages, language: string): Say {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);

  return (key, values = {}) => {
    const form = typeof values.n === "number" ? `${key}_${rules.select(values.n)}` : key;
    const all: Record<string, string | undefined> = messages;
    const text = all[form] ?? all[`${key}_other`] ?? all[key] ?? key;

    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];

      return value === undefined ? whole : typeof value === "number" ? numbers.format(value) : value;
    });
  };
}
