import type { CodebookFault } from "./check-names";
import { asksOf } from "./questions-for";
import type { Codebook } from "./schema";

/**
 * Scales that do not hold: binary questions have two options for humans, ordinal ones with numbers as ids ascend, and
 * somebody can answer each question. O(options).
 * @example checkScales(mustCite) // []
 */
export function checkScales(codebook: Codebook): CodebookFault[] {
  const scaled = [
    ...codebook.questions.map((question, q) => ({
      scale: question.scale,
      ids: question.options.filter((option) => asksOf(option.askedOf, "human")).map((option) => option.id),
      path: ["questions", q, "options"],
      judgeOnly: question.options.every((option) => option.askedOf === "judge"),
    })),
    ...codebook.derived.map((label, d) => ({
      scale: label.scale,
      ids: label.options.map((option) => option.id),
      path: ["derived", d, "options"],
      judgeOnly: false,
    })),
  ];
  return scaled.flatMap(({ scale, ids, path, judgeOnly }) => {
    const faults: CodebookFault[] = [];
    if (scale === "binary" && ids.length !== 2 && !judgeOnly) {
      faults.push({ path, reason: `a binary scale has two options that humans can choose, not ${ids.length}` });
    }
    if (ids.length === 1) faults.push({ path, reason: "humans would have one option only" });
    const ranks = ids.map(Number);
    const falls = ranks.findIndex((rank, i) => i > 0 && rank <= (ranks[i - 1] ?? rank));
    if (scale === "ordinal" && ranks.every(Number.isFinite) && falls > 0) {
      faults.push({
        path: [...path, falls],
        reason: `ordinal options go from low to high; ${ids[falls]} stands after ${ids[falls - 1]}`,
      });
    }
    return faults;
  });
}
