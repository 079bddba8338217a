import { z } from "zod";

const Name = z.string().min(1).max(40);

/** `from` and `to`: option ids of the older and the newer version. See `CodebookMapping`. */
const OptionChange = z.strictObject({ from: z.array(Name).max(200), to: z.array(Name).max(200) });

const SubjectChange = z.strictObject({
  /** Id in the older version; null: the question is new. */
  from: Name.nullable(),
  /** Id in the newer version; null: it is asked no longer. */
  to: Name.nullable(),
  options: z.array(OptionChange).max(500).default([]),
});

/**
 * What became of the questions, derived labels and options of one codebook version in the next. Only changes are
 * written: what is not named keeps its id. An option is renamed (one id to one), split (one to several), merged (several
 * to one), dropped (one to none) or added (none to one). A part of a split, or a merged option, may keep the old id.
 */
export const CodebookMapping = z.array(SubjectChange).max(200);

export type CodebookMapping = z.output<typeof CodebookMapping>;
export type SubjectChange = CodebookMapping[number];
export type OptionChange = SubjectChange["options"][number];
