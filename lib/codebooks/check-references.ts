import type { CodebookFault } from "./check-names";
import { type ConditionReference, conditionReferences, type Path } from "./condition-references";
import type { Codebook, CodebookDerived, CodebookQuestion } from "./schema";

/**
 * References that lead nowhere or forward: conditions (askWhen, floors, rules), maps, distinctions, criteria's variants.
 * `askWhen` reads earlier questions, item fields that raters see, and derived labels that rest on these; a rule reads
 * earlier derived labels. O(references × questions).
 * @example checkReferences(markerPair) // []
 */
export function checkReferences(codebook: Codebook): CodebookFault[] {
  const faults: CodebookFault[] = [];
  const questionIds = codebook.questions.map((question) => question.id);
  const derivedIds = codebook.derived.map((label) => label.id);

  codebook.questions.forEach((question, q) => {
    const references = question.askWhen ? conditionReferences(question.askWhen, ["questions", q, "askWhen"]) : [];
    for (const reference of references) {
      faults.push(...resolve(codebook, reference), ...hiddenField(codebook, reference));
      const ahead = questionsBehind(codebook, reference).find((id) => questionIds.indexOf(id) >= q);
      if (ahead !== undefined) {
        faults.push({
          path: reference.path,
          reason: `whether to ask ${question.id} cannot wait for ${ahead}, which does not come before it`,
        });
      }
    }
    question.criteria.forEach((criterion, c) => {
      criterion.variants.forEach((id, v) => {
        if (question.variants.some((variant) => variant.id === id)) return;
        faults.push({
          path: ["questions", q, "criteria", c, "variants", v],
          reason: `question ${question.id} has no variant ${id}`,
        });
      });
    });
  });

  codebook.floors.forEach((floor, f) => {
    const path = ["floors", f];
    for (const reference of conditionReferences(floor.when, [...path, "when"])) {
      faults.push(...resolve(codebook, reference), ...hiddenField(codebook, reference));
    }
    const question = codebook.questions.find((candidate) => candidate.id === floor.question);
    faults.push(...optionsExist(question, floor.question, [floor.atLeast], [...path, "question"]));
    if (question === undefined) return;
    if (question.scale !== "ordinal") {
      faults.push({
        path: [...path, "question"],
        reason: `a floor needs an ordinal question; ${question.id} is ${question.scale}`,
      });
    }
    if (question.note === "none") {
      faults.push({
        path: [...path, "question"],
        reason: `below a floor a note is asked for, and ${question.id} takes none`,
      });
    }
  });

  codebook.distinctions.forEach((distinction, d) => {
    const path = ["distinctions", d];
    const question = codebook.questions.find((candidate) => candidate.id === distinction.question);
    const named = [...distinction.options, ...distinction.examples.map((example) => example.option)];
    faults.push(...optionsExist(question, distinction.question, named, [...path, "question"]));
    if (distinction.options[0] === distinction.options[1]) {
      faults.push({ path: [...path, "options"], reason: "a distinction needs two different options" });
    }
    distinction.examples.forEach((example, e) => {
      if (distinction.options.includes(example.option)) return;
      faults.push({ path: [...path, "examples", e, "option"], reason: "an example shows one of the two options" });
    });
  });

  codebook.derived.forEach((label, d) => {
    faults.push(...checkRule(codebook, label, ["derived", d], derivedIds.slice(0, d)));
  });
  return faults;
}

function checkRule(
  codebook: Codebook,
  label: CodebookDerived,
  path: Path,
  earlier: readonly string[],
): CodebookFault[] {
  const faults: CodebookFault[] = [];
  const own = label.options.map((option) => option.id);
  const needOwn = (id: string, at: Path) => {
    if (!own.includes(id)) faults.push({ path: at, reason: `${label.id} has no option ${id}` });
  };
  if ("map" in label.rule) {
    const at = [...path, "rule", "map"];
    const { question: id, to } = label.rule.map;
    const question = codebook.questions.find((candidate) => candidate.id === id);
    if (question === undefined) return [{ path: [...at, "question"], reason: `there is no question ${id}` }];
    for (const option of question.options) {
      if (!Object.hasOwn(to, option.id)) {
        faults.push({
          path: [...at, "to"],
          reason: `option ${option.id} of ${id} is missing (null where it says nothing)`,
        });
      }
    }
    for (const [from, value] of Object.entries(to)) {
      faults.push(...optionsExist(question, id, [from], [...at, "to", from]));
      if (value !== null) needOwn(value, [...at, "to", from]);
    }
    return faults;
  }
  needOwn(label.rule.yes, [...path, "rule", "yes"]);
  needOwn(label.rule.no, [...path, "rule", "no"]);
  for (const reference of conditionReferences(label.rule.when, [...path, "rule", "when"])) {
    faults.push(...resolve(codebook, reference));
    const known = reference.kind !== "derived" || codebook.derived.some((other) => other.id === reference.id);
    if (reference.kind === "derived" && known && !earlier.includes(reference.id)) {
      faults.push({
        path: reference.path,
        reason: `${label.id} can only rest on derived labels above it, and ${reference.id} is not`,
      });
    }
    if (label.ofItem && (reference.kind === "question" || reference.kind === "mark")) {
      faults.push({
        path: reference.path,
        reason: `${label.id} is computed from the item alone (ofItem) and cannot read answers`,
      });
    }
  }
  return faults;
}

function resolve(codebook: Codebook, reference: ConditionReference): CodebookFault[] {
  const { id, path } = reference;
  if (reference.kind === "question") {
    const question = codebook.questions.find((candidate) => candidate.id === id);
    return optionsExist(question, id, reference.options, path);
  }
  if (reference.kind === "derived") {
    const label = codebook.derived.find((candidate) => candidate.id === id);
    if (label === undefined) return [{ path, reason: `there is no derived label ${id}` }];
    const missing = reference.options.filter((option) => !label.options.some((own) => own.id === option));
    return missing.map((option) => ({ path, reason: `${id} has no option ${option}` }));
  }
  if (reference.kind === "mark") {
    return codebook.marks.some((mark) => mark.id === id) ? [] : [{ path, reason: `there is no mark ${id}` }];
  }
  if (reference.kind === "parameter") {
    return Object.hasOwn(codebook.parameters, id) ? [] : [{ path, reason: `there is no parameter ${id}` }];
  }
  const field = codebook.item.fields.find((candidate) => candidate.id === id);
  if (field === undefined) return [{ path, reason: `there is no field ${id}` }];
  const numeric = field.type === "count" || field.type === "integer" || field.type === "number";
  if (reference.reads === "atLeast" && !numeric) return [{ path, reason: `field ${id} is not a number` }];
  return [];
}

/** The page that raters see decides what to ask next, so it must be allowed to know the field. */
function hiddenField(codebook: Codebook, reference: ConditionReference): CodebookFault[] {
  const field = codebook.item.fields.find((candidate) => candidate.id === reference.id);
  if (reference.kind !== "field" || field === undefined || field.showTo === "rater" || field.showTo === "both")
    return [];
  return [
    {
      path: reference.path,
      reason: `field ${field.id} is not shown to raters, so their questions cannot depend on it`,
    },
  ];
}

function optionsExist(
  question: CodebookQuestion | undefined,
  id: string,
  options: readonly string[],
  path: Path,
): CodebookFault[] {
  if (question === undefined) return [{ path, reason: `there is no question ${id}` }];
  const missing = options.filter((option) => !question.options.some((own) => own.id === option));
  return missing.map((option) => ({ path, reason: `question ${id} has no option ${option}` }));
}

/** The questions that a reference rests on, through derived labels too. A cycle among these is reported elsewhere. */
function questionsBehind(codebook: Codebook, reference: ConditionReference, above: readonly string[] = []): string[] {
  if (reference.kind === "question") return [reference.id];
  const label = codebook.derived.find((candidate) => candidate.id === reference.id);
  if (reference.kind !== "derived" || label === undefined || above.includes(label.id)) return [];
  if ("map" in label.rule) return [label.rule.map.question];
  return conditionReferences(label.rule.when).flatMap((inner) =>
    questionsBehind(codebook, inner, [...above, label.id]),
  );
}
