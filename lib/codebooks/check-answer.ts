import { brokenFloors } from "./broken-floors";
import { isMarked, type LabelState } from "./label-state";
import { type Audience, asksOf, questionsFor } from "./questions-for";
import type { Codebook, CodebookQuestion } from "./schema";

export type AnswerFault = {
  code:
    | "unknown_question"
    | "unknown_option"
    | "option_not_asked"
    | "question_not_asked"
    | "unknown_skip_reason"
    | "below_floor"
    | "note_required"
    | "note_refused"
    | "bad_text";
  /** For people: what is wrong and what would be right. */
  text: string;
};

export type AnswerCheck = { ok: true } | { ok: false; reasons: AnswerFault[] };

/** `fields`, `answers`, `marks`: as they stand before this answer. `value` null takes an answer back. */
export type AnswerToCheck = LabelState & {
  question: string;
  value: string | null;
  note?: string | null | undefined;
  audience: Audience;
};

/** Longest note or comment, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 10_000;

/**
 * Whether an answer may be recorded for this item: to a question of the codebook (asked of this item, with an option of
 * this audience), to `mark_<id>` and `_flag` (`yes`, or `no` to take it off), `_skip` (a skip reason's id, or `other`
 * with a note) or `_comment` (the text itself). A value below a floor needs a note, and so does a mark that puts an
 * earlier answer below one. Taking an answer back is always allowed. O(questions × condition).
 * @example checkAnswer(mustCite, { fields: {}, answers: {}, marks: ["primary_data"], question: "relevance", value: "3", audience: "human" })
 * // { ok: false, reasons: [{ code: "below_floor", text: … }] }
 */
export function checkAnswer(codebook: Codebook, answer: AnswerToCheck): AnswerCheck {
  const reasons = faultsOf(codebook, answer);
  if (answer.note && !isPlainText(answer.note)) reasons.push(badText("note"));
  return reasons.length === 0 ? { ok: true } : { ok: false, reasons };
}

function faultsOf(codebook: Codebook, answer: AnswerToCheck): AnswerFault[] {
  const { question: id, value } = answer;
  const question = codebook.questions.find((candidate) => candidate.id === id);
  if (question !== undefined) return value === null ? [] : questionFaults(codebook, question, value, answer);
  const mark = codebook.marks.find((candidate) => `mark_${candidate.id}` === id);
  if (mark !== undefined) {
    if (value === null) return [];
    if (value !== "yes" && value !== "no") return [{ code: "unknown_option", text: "A mark is yes or no." }];
    return floorFaults(codebook, answer, value);
  }
  if (id === "_flag") return value === null || value === "yes" || value === "no" ? [] : [flagFault];
  if (id === "_comment") return value === null || isPlainText(value) ? [] : [badText("comment")];
  if (id === "_skip") return value === null ? [] : skipFaults(codebook, value, answer.note);
  return [{ code: "unknown_question", text: `The codebook ${codebook.id} has no question ${id}.` }];
}

function questionFaults(
  codebook: Codebook,
  question: CodebookQuestion,
  value: string,
  answer: AnswerToCheck,
): AnswerFault[] {
  const option = question.options.find((candidate) => candidate.id === value);
  if (option === undefined) {
    return [{ code: "unknown_option", text: `${value} is not an option of "${question.title}".` }];
  }
  if (!asksOf(option.askedOf, answer.audience)) {
    const only = answer.audience === "human" ? "judges" : "human raters";
    return [{ code: "option_not_asked", text: `${option.label} is an option for ${only} only.` }];
  }
  const asked = questionsFor(codebook, answer.fields, { ...withMarks(codebook, answer) }, answer.audience);
  if (!asked.includes(question)) {
    return [{ code: "question_not_asked", text: `"${question.title}" is not asked of this item as answered so far.` }];
  }
  const policy = option.note ?? question.note;
  const noted = Boolean(answer.note?.trim());
  const faults = floorFaults(codebook, answer, value);
  if (policy === "required" && !noted) {
    faults.push({ code: "note_required", text: `"${question.title}": say why in a note.` });
  }
  if (policy === "none" && noted) {
    faults.push({ code: "note_refused", text: `"${question.title}" takes no note.` });
  }
  return faults;
}

function floorFaults(codebook: Codebook, answer: AnswerToCheck, value: string): AnswerFault[] {
  if (answer.note?.trim()) return [];
  const before = brokenFloors(codebook, answer);
  const answers = { ...withMarks(codebook, answer), [answer.question]: value };
  const after = brokenFloors(codebook, { fields: answer.fields, answers });
  return after
    .filter((floor) => floor.question === answer.question || !before.includes(floor))
    .map((floor) => ({ code: "below_floor" as const, text: floor.text }));
}

/** Marks as answers, so that an answer to `mark_<id>` can set or clear one. */
function withMarks(codebook: Codebook, answer: AnswerToCheck): Record<string, string> {
  const marks = codebook.marks.map((mark) => [`mark_${mark.id}`, isMarked(answer, mark.id) ? "yes" : "no"] as const);
  return { ...answer.answers, ...Object.fromEntries(marks) };
}

function skipFaults(codebook: Codebook, value: string, note: string | null | undefined): AnswerFault[] {
  if (value === "other") {
    return note?.trim() ? [] : [{ code: "note_required", text: "Say in a note why this item is skipped." }];
  }
  if (codebook.skipReasons.some((reason) => reason.id === value)) return [];
  return [{ code: "unknown_skip_reason", text: `${value} is not a skip reason of the codebook ${codebook.id}.` }];
}

/** Text that the database can keep and give back as it came. */
function isPlainText(text: string): boolean {
  return text.trim() !== "" && text.length <= MAX_NOTE_LENGTH && !text.includes("\0") && !LONE_SURROGATE.test(text);
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const flagFault: AnswerFault = { code: "unknown_option", text: "A flag is yes or no." };

function badText(what: "note" | "comment"): AnswerFault {
  const text = `A ${what} is text of at most ${MAX_NOTE_LENGTH} characters, not blank, without NUL or broken characters.`;
  return { code: "bad_text", text };
}
