import type { Path } from "./condition-references";

/**
 * A path as people write it.
 * @example pathText(["questions", 0, "options", 2, "id"]) // "questions[0].options[2].id"
 */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return text === "" ? step : `${text}.${step}`;
  }, "");
}
