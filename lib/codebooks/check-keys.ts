import type { CodebookFault } from "./check-names";
import { RESERVED_KEYS } from "./keymap";
import { asksOf } from "./questions-for";
import type { Codebook } from "./schema";

/**
 * Keys with two meanings. Under `order: any` all questions listen together, so all their keys differ; under
 * `order: fixed` one listens at a time, so keys may come again in another question. Marks always listen, and the label
 * page's own keys are taken. O(options).
 * @example checkKeys(mustCite) // []
 */
export function checkKeys(codebook: Codebook): CodebookFault[] {
  const faults: CodebookFault[] = [];
  const always = new Map<string, string>();
  for (const [key, command] of RESERVED_KEYS) always.set(key, `the label page's ${command}`);
  codebook.marks.forEach((mark, i) => {
    take(always, mark.key, `mark ${mark.id}`, ["marks", i, "key"], faults);
  });
  const together = new Map(always);
  codebook.questions.forEach((question, q) => {
    const taken = codebook.order === "any" ? together : new Map(always);
    question.options.forEach((option, o) => {
      if (option.key === undefined) return;
      const path = ["questions", q, "options", o, "key"];
      if (!asksOf(option.askedOf, "human")) {
        faults.push({ path, reason: `option ${option.id} is asked of judges only and needs no key` });
        return;
      }
      take(taken, option.key, `option ${option.id} of question ${question.id}`, path, faults);
    });
  });
  return faults;
}

function take(
  taken: Map<string, string>,
  key: string,
  owner: string,
  path: CodebookFault["path"],
  faults: CodebookFault[],
): void {
  const before = taken.get(key);
  if (before === undefined) taken.set(key, owner);
  else faults.push({ path, reason: `key ${key} would mean both ${before} and ${owner}` });
}
