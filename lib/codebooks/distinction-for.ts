import type { Codebook, CodebookDistinction } from "./schema";

/**
 * The question that tells two options apart, whichever is named first. Undefined where the codebook has none for them.
 * @example distinctionFor(citationRole, "role", "TF", "ME")?.options // ["ME", "TF"]
 */
export function distinctionFor(
  codebook: Codebook,
  question: string,
  one: string,
  other: string,
): CodebookDistinction | undefined {
  return codebook.distinctions.find(
    ({ question: of, options: [a, b] }) =>
      of === question && ((a === one && b === other) || (a === other && b === one)),
  );
}
