import type { Codebook } from "@/lib/codebooks/schema";
import { notFound } from "@/lib/errors";
import type { Subject } from "./wire";

/** The question or derived label that a report is about; the codebook's first question where none is named. */
export function reportSubject(codebook: Codebook, id: string | undefined): Subject {
  const wanted = id ?? codebook.questions[0]?.id;
  const question = codebook.questions.find((entry) => entry.id === wanted);
  if (question) {
    return {
      id: question.id,
      title: question.title,
      scale: question.scale,
      derived: false,
      options: question.options.map((option) => ({ id: option.id, label: option.label })),
      judgeOnly: question.options.filter((option) => option.askedOf === "judge").map((option) => option.id),
    };
  }
  const derived = codebook.derived.find((entry) => entry.id === wanted);
  if (!derived) throw notFound("This question");

  return {
    id: derived.id,
    title: derived.title,
    scale: derived.scale,
    derived: true,
    options: derived.options.map((option) => ({ id: option.id, label: option.label })),
    judgeOnly: [],
  };
}

/** Numbers for interval distances where every option is a number (1 … 5); none otherwise. */
export function numericValues(categories: string[]): number[] | undefined {
  const values = categories.map(Number);

  return values.every((value, index) => Number.isFinite(value) && categories[index]?.trim() !== "")
    ? values
    : undefined;
}
