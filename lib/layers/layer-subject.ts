import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { conditionReferences } from "@/lib/codebooks/condition-references";
import type { Codebook } from "@/lib/codebooks/schema";
import { notFound, ServiceError } from "@/lib/errors";
import type { ItemRule, LayerRule } from "./wire";

/** What is labelled: a question or a derived label, with the options that count as labels. */
export type LayerSubject = {
  question: string;
  title: string;
  scale: "nominal" | "ordinal" | "binary";
  /** Without those that only judges may give: UNSURE is an answer, but no label. */
  options: string[];
  /** Whose rows hold a judge's probability: the question itself, then what a derived label rests on. */
  sources: string[];
};

export function layerSubject(codebook: Codebook, id: string | undefined): LayerSubject {
  const wanted = id ?? codebook.questions[0]?.id;
  const question = codebook.questions.find((entry) => entry.id === wanted);
  if (question) {
    const options = question.options.filter((option) => option.askedOf !== "judge").map((option) => option.id);

    return { question: question.id, title: question.title, scale: question.scale, options, sources: [question.id] };
  }
  const derived = codebook.derived.find((entry) => entry.id === wanted);
  if (!derived) throw notFound("This question");
  const { rule } = derived;
  const bases =
    "map" in rule
      ? [rule.map.question]
      : conditionReferences(rule.when).flatMap(({ kind, id: name }) => (kind === "question" ? [name] : []));

  return {
    question: derived.id,
    title: derived.title,
    scale: derived.scale,
    options: derived.options.map((option) => option.id),
    sources: [derived.id, ...bases],
  };
}

/** The rule with what it left to the question filled in, or why it cannot stand with this question. */
export function fillRule(rule: LayerRule, subject: LayerSubject, codebook: Codebook): LayerRule {
  if (rule.kind === "must_cite") return fillMustCite(rule, codebook);
  if (rule.kind !== "edge") return fillItemRule(rule, subject);
  const positive = rule.positive ?? subject.options[0] ?? "";
  checkOptions([positive], subject);
  const negative = rule.negative ?? onlyOther([positive], subject);

  return { ...rule, positive, negative, over: fillItemRule(rule.over, subject) };
}

function fillMustCite(rule: Extract<LayerRule, { kind: "must_cite" }>, codebook: Codebook): LayerRule {
  const one = layerSubject(codebook, rule.typeI.question);
  const two = layerSubject(codebook, rule.typeII.question);
  checkOptions(rule.typeI.accept, one);
  checkOptions([rule.typeII.atLeast], two);
  if (two.scale !== "ordinal") throw bad(`${two.title} has no order, so nothing is at least ${rule.typeII.atLeast}.`);

  return {
    ...rule,
    typeI: { ...rule.typeI, ...ownRule(rule.typeI.by, rule.by, one) },
    typeII: { ...rule.typeII, ...ownRule(rule.typeII.by, rule.by, two) },
  };
}

/** A rule of its own is filled in; the rule of both must stand as it is, because it is asked of two questions. */
function ownRule(own: ItemRule | undefined, both: ItemRule, subject: LayerSubject): { by?: ItemRule } {
  if (own) return { by: fillItemRule(own, subject) };
  if (canonicalJson(fillItemRule(both, subject)) !== canonicalJson(both))
    throw bad("This rule names options of one question, and must-cite asks two: give each type its own, as by.");

  return {};
}

function fillItemRule<R extends ItemRule>(rule: R, subject: LayerSubject): R {
  switch (rule.kind) {
    case "majority":
    case "median":
      if (subject.scale !== "ordinal" && (rule.kind === "median" || rule.tie !== "no_label"))
        throw bad(`${subject.title} has no order, so its labels have no lowest, highest or median.`);
      return rule;
    case "hard":
    case "soft":
    case "virtual_judge":
    case "silver": {
      checkOptions(rule.accept, subject);
      if (rule.kind === "silver") return rule;
      if (rule.kind === "virtual_judge" && rule.combine.how === "weighted")
        checkWeights(rule.combine.weights, rule.judgeIds);
      if (rule.reject !== undefined) checkOptions([rule.reject], subject);
      return { ...rule, reject: rule.reject ?? onlyOther(rule.accept, subject) };
    }
    case "adjudicated_first":
      return { ...rule, otherwise: fillItemRule(rule.otherwise, subject) };
    case "judge_corrected":
      return { ...rule, people: fillItemRule(rule.people, subject) };
    default:
      return rule;
  }
}

function checkWeights(weights: readonly number[], judgeIds: readonly string[]): void {
  if (weights.length !== judgeIds.length)
    throw bad(`There are ${judgeIds.length} judges and ${weights.length} weights: give one weight a judge.`);
}

export function checkOptions(wanted: readonly string[], subject: Pick<LayerSubject, "question" | "options">): void {
  const unknown = wanted.find((option) => !subject.options.includes(option));
  if (unknown !== undefined)
    throw bad(`"${unknown}" is no option of ${subject.question}: ${subject.options.join(", ")}.`);
}

/** Of two sides one: where several options remain, the layer must be told which it is. */
function onlyOther(taken: readonly string[], subject: LayerSubject): string {
  const rest = subject.options.filter((option) => !taken.includes(option));
  const [only] = rest;
  if (rest.length !== 1 || only === undefined) {
    throw bad(
      `${subject.question} has ${rest.length} options beside ${taken.join(", ")}: name the one that the others count as.`,
    );
  }

  return only;
}

function bad(message: string): ServiceError {
  return new ServiceError("bad_input", message);
}
