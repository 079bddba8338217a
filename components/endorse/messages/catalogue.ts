import { de } from "./de";
import { en } from "./en";

export type MessageKey = keyof typeof en;
export type Messages = Record<MessageKey, string>;

/** One file a language. To add one: copy en.ts, translate every line, and name it here. */
export const CATALOGUE: Record<string, Messages> = { en, de };

/** The catalogue of a language, of its main language (pt for pt-BR), or English. */
export function messagesOf(language: string): { language: string; messages: Messages } {
  for (const tag of [language, language.split("-")[0] ?? ""]) {
    const messages = CATALOGUE[tag];
    if (messages) return { language: tag, messages };
  }

  return { language: "en", messages: en };
}

/** The campaign's language that a reader would choose: what was chosen, else the browser's list, else the first. */
export function chooseLanguage(languages: string[], chosen: string | null, accepted: string): string {
  const first = languages[0] ?? "en";
  if (chosen !== null && languages.includes(chosen)) return chosen;
  const wanted = accepted
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const q = parameters.map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1]).find(Boolean);

      return { tag: tag.toLowerCase(), q: q === undefined ? 1 : Number(q) };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { tag } of wanted) {
    const main = tag.split("-")[0];
    const found =
      languages.find((language) => language.toLowerCase() === tag) ??
      languages.find((language) => language.toLowerCase().split("-")[0] === main);
    if (found) return found;
  }

  return first;
}
