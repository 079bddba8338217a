import type { Codebook } from "@/lib/codebooks/schema";
import { notFound } from "@/lib/errors";
import type { Subject } from "./wire";

/** Where a judge's UNSURE stands when the subject is derived: on the question that the label is derived from. */
export type AbstainSource = { question: string; values: string[] };
export type ReportSubject = { subject: Subject; abstainSource: AbstainSource | null };

/**
 * The question or derived label that a report is about; the codebook's first question where none is named. Options that
 * only judges may give stand last, whatever their place in the codebook: they are no step of the scale.
 */
export function reportSubject(codebook: Codebook, id: string | undefined): ReportSubject {
  const wanted = id ?? codebook.questions[0]?.id;
  const question = codebook.questions.find((entry) => entry.id === wanted);
  if (question) {
    const { title, scale } = question;
    const only = question.options.filter((option) => option.askedOf === "judge");
    const options = [...question.options.filter((option) => option.askedOf !== "judge"), ...only].map(plain);

    return {
      subject: { id: question.id, title, scale, derived: false, options, judgeOnly: only.map((option) => option.id) },
      abstainSource: null,
    };
  }
  const derived = codebook.derived.find((entry) => entry.id === wanted);
  if (!derived) throw notFound("This question");
  const { title, scale } = derived;
  const silent = silentOptions(codebook, derived);
  const options = [...derived.options, ...silent.options].map(plain);
  const judgeOnly = silent.options.map((option) => option.id);

  return {
    subject: { id: derived.id, title, scale, derived: true, options, judgeOnly },
    abstainSource: judgeOnly.length > 0 ? { question: silent.question, values: judgeOnly } : null,
  };
}

/** Judge-only answers that a mapped label says nothing about: without them an UNSURE would pass for no answer at all. */
function silentOptions(codebook: Codebook, derived: Codebook["derived"][number]) {
  const none = { question: "", options: [] as { id: string; label: string }[] };
  if (!("map" in derived.rule)) return none;
  const { question, to } = derived.rule.map;
  const base = codebook.questions.find((entry) => entry.id === question);
  const taken = new Set(derived.options.map((option) => option.id));
  const options = (base?.options ?? []).filter(
    (option) => option.askedOf === "judge" && (to[option.id] ?? null) === null && !taken.has(option.id),
  );

  return { question, options };
}

function plain({ id, label }: { id: string; label: string }) {
  return { id, label };
}

/** Numbers for interval distances where every option is a number (1 … 5); none otherwise. */
export function numericValues(categories: string[]): number[] | undefined {
  const values = categories.map(Number);

  return values.every((value, index) => Number.isFinite(value) && categories[index]?.trim() !== "")
    ? values
    : undefined;
}
