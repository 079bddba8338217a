import { guidelineFor } from "@/lib/codebooks/guideline";
import type { Codebook } from "@/lib/codebooks/schema";

/** What raters read, as Markdown: questions with their options, criteria and distinctions. */
export function guidelineText(codebook: Codebook): string {
  const guideline = guidelineFor(codebook, "human");
  const questions = guideline.questions.map((question) =>
    [
      `## ${question.title}`,
      question.text,
      question.help,
      question.options
        .map(({ id, label, definition, examples }) =>
          [`- **${id}** ${label}${definition ? `: ${definition}` : ""}`, ...examples.map((text) => `  - ${text}`)].join(
            "\n",
          ),
        )
        .join("\n"),
      question.criteria.map(({ text }) => `- ${text}`).join("\n"),
      question.distinctions.map(({ options, ask }) => `- ${options.join(" or ")}: ${ask}`).join("\n"),
    ]
      .filter((part) => part.trim() !== "")
      .join("\n\n"),
  );
  const marks = guideline.marks.map(({ label, definition }) => `- ${label}${definition ? `: ${definition}` : ""}`);
  const skips = guideline.skipReasons.map(({ label }) => `- ${label}`);
  const parts = [
    `# ${guideline.title}`,
    guideline.about,
    ...questions,
    marks.length > 0 ? `## Marks\n\n${marks.join("\n")}` : "",
    guideline.rules.length > 0 ? `## Rules\n\n${guideline.rules.map((rule) => `- ${rule}`).join("\n")}` : "",
    skips.length > 0 ? `## Reasons to skip\n\n${skips.join("\n")}` : "",
  ];

  return `${parts.filter((part) => part.trim() !== "").join("\n\n")}\n`;
}
