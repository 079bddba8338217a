import { type Audience, optionsFor } from "./questions-for";
import type { Codebook, CodebookDistinction, CodebookMark, CodebookOption, CodebookQuestion } from "./schema";
import { type VariantChoice, wordingFor } from "./wording-for";

export type GuidelineQuestion = Pick<CodebookQuestion, "id" | "title" | "help" | "scale"> & {
  variant: string | undefined;
  text: string;
  options: CodebookOption[];
  criteria: { id: string; text: string }[];
  distinctions: CodebookDistinction[];
};

export type Guideline = {
  title: string;
  about: string;
  source: string;
  questions: GuidelineQuestion[];
  marks: CodebookMark[];
  /** The rules below which an answer needs a note. */
  rules: string[];
  skipReasons: { id: string; label: string }[];
};

/**
 * What a rater (or whoever is asked) may read about the codebook: every question in its wording for this audience, with
 * options, criteria and distinctions that concern this audience only. O(size of codebook).
 * @example guidelineFor(citationRole, "human").questions[0].options.length // 6
 */
export function guidelineFor(codebook: Codebook, audience: Audience, choice: VariantChoice = {}): Guideline {
  return {
    title: codebook.title,
    about: codebook.about,
    source: codebook.source,
    questions: codebook.questions.map((question) => {
      const options = optionsFor(question, audience);
      const ids = options.map((option) => option.id);
      return {
        id: question.id,
        title: question.title,
        help: question.help,
        scale: question.scale,
        ...wordingFor(question, audience, choice),
        options,
        distinctions: codebook.distinctions.filter(
          (distinction) => distinction.question === question.id && distinction.options.every((id) => ids.includes(id)),
        ),
      };
    }),
    marks: codebook.marks,
    rules: codebook.floors.map((floor) => floor.text),
    skipReasons: codebook.skipReasons,
  };
}

/**
 * The same as Markdown, to print, to send, or to keep beside a release. Text from the codebook stands as it is, without
 * raw HTML being looked for: whoever renders it must escape HTML. O(size of codebook).
 * @example guidelineMarkdown(guidelineFor(citationRole, "human")).startsWith("# Citation role") // true
 */
export function guidelineMarkdown(guideline: Guideline): string {
  const blocks = [`# ${guideline.title}`, guideline.about];
  for (const question of guideline.questions) {
    blocks.push(`## ${question.title}`, question.text, question.options.map(optionLine).join("\n"));
    blocks.push(question.criteria.map(({ text }) => `- ${text}`).join("\n"), question.help);
    for (const { options, ask, examples } of question.distinctions) {
      const cases = examples.map(({ text, option, why }) => `- "${text}" **${option}**${why === "" ? "" : `: ${why}`}`);
      blocks.push(`### ${options.join(" or ")}?`, ask, cases.join("\n"));
    }
  }
  if (guideline.marks.length > 0) {
    const marks = guideline.marks.map(({ key, label, definition }) =>
      `- \`${key}\` **${label}** ${definition}`.trimEnd(),
    );
    blocks.push("## Marks", marks.join("\n"));
  }
  if (guideline.rules.length > 0) blocks.push("## Rules", guideline.rules.map((rule) => `- ${rule}`).join("\n"));
  if (guideline.skipReasons.length > 0) {
    blocks.push("## When to skip", guideline.skipReasons.map(({ label }) => `- ${label}`).join("\n"));
  }
  if (guideline.source !== "") blocks.push(`Source: ${guideline.source}`);
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function optionLine(option: CodebookOption): string {
  const key = option.key === undefined ? "" : `\`${option.key}\` `;
  const code = option.code === undefined ? "" : `${option.code} · `;
  const definition = option.definition === "" ? "" : `: ${option.definition}`;
  const examples = option.examples.map((example) => `\n  - e.g. "${example}"`).join("");
  return `- ${key}**${code}${option.label}**${definition}${examples}`;
}
