import { formatDecimal } from "@/components/ui/format-number";
import type { ItemRule, LayerChoices, LayerRule, LayerSpec } from "@/lib/layers/wire";

/** What ids are called; an id that is gone is said as such, never left out. */
export type Names = Pick<
  LayerChoices,
  "questions" | "rounds" | "raters" | "judges" | "targetSets" | "layers" | "fields"
>;

const GONE = "(removed)";

/** A layer's rule as sentences that could stand in the paper. O(size of the spec). */
export function sayLayer(spec: LayerSpec, names: Names): string {
  const { rule } = spec;
  const subject = titleOf(names, spec.question ?? names.questions[0]?.id);
  const judgesOnly = rule.kind !== "edge" && rule.kind !== "must_cite" && isOfJudges(rule);
  const from = judgesOnly ? "" : ` People’s labels come from ${sayRounds(spec, names)}.`;
  const first =
    rule.kind === "must_cite"
      ? sayMustCite(rule, names)
      : rule.kind === "edge"
        ? sayEdge(rule, spec.question, names)
        : `The label of each item on “${subject}” is ${sayItemRule(rule, names)}.`;

  return `${first}${from}${sayFilters(spec, names)}${sayCuts(spec, names)}`;
}

/** The rule alone, short, for lists: "majority", "must-cite at N = 3". */
export function nameRule(rule: LayerRule): string {
  if (rule.kind === "must_cite") return `must-cite, N = ${rule.mentions}`;
  if (rule.kind === "edge") return `edges, k ≥ ${rule.least}`;

  return rule.kind.replaceAll("_", " ");
}

function sayItemRule(rule: ItemRule, names: Names): string {
  switch (rule.kind) {
    case "majority":
      return `what most raters say${sayLeast(rule.least)} (${TIES[rule.tie]})`;
    case "median":
      return `the ${rule.which} median of the raters’ labels${sayLeast(rule.least)}`;
    case "unanimous":
      return `what all raters say alike${sayLeast(rule.least)}`;
    case "dawid_skene": {
      const judges = rule.judgeIds.length > 0 ? `, with ${sayAll(rule.judgeIds, names.judges, "the judge")}` : "";
      return `the likeliest one under Dawid and Skene’s model of the raters${judges}, where its posterior is at least ${formatDecimal(rule.posterior, 2)}`;
    }
    case "rater":
      return `that of the rater ${nameOf(names.raters, rule.raterId)} alone`;
    case "judge":
      return `that of the judge ${nameOf(names.judges, rule.judgeId)} alone`;
    case "hard":
    case "soft": {
      const all = [...names.raters, ...names.judges];
      const who = rule.raterIds ? rule.raterIds.map((id) => nameOf(all, id)) : null;
      const how = rule.kind === "hard" ? "all" : "at least one";
      const of = who ? `${how} of ${listed(who, "and")}` : rule.kind === "hard" ? "all raters" : "at least one rater";
      return `accepted where ${of} ${rule.kind === "hard" ? "say" : "says"} ${listed(rule.accept, "or")}, and ${rule.reject ?? "the other option"} elsewhere`;
    }
    case "silver":
      return `what ${sayAll(rule.judgeIds, names.judges, "the judge")} all accept as ${listed(rule.accept, "or")}; nothing else has a label`;
    case "virtual_judge":
      return `that of ${sayAll(rule.judgeIds, names.judges, "the judge")} as one: accepted as ${listed(rule.accept, "or")} where ${sayCombine(rule.combine)}, and ${rule.reject ?? "the other option"} elsewhere`;
    case "adjudicated_only":
      return "what adjudicators settled; nothing else has a label";
    case "adjudicated_first":
      return `what adjudicators settled; where nothing was adjudicated, ${sayItemRule(rule.otherwise, names)}`;
    case "judge_corrected":
      return `people’s where there is one, namely ${sayItemRule(rule.people, names)}; elsewhere that of the judge ${nameOf(names.judges, rule.judgeId)}, marked as such`;
  }
}

const TIES = {
  no_label: "ties have no label",
  lowest: "ties take the lowest of the tied options",
  highest: "ties take the highest of the tied options",
  lower_median: "ties take the lower median",
  upper_median: "ties take the upper median",
};

function sayLeast(least: number): string {
  return least > 1 ? `, of ${least} labels or more` : "";
}

function sayCombine(combine: Extract<ItemRule, { kind: "virtual_judge" }>["combine"]): string {
  if (combine.how === "both") return "all of them accept";
  if (combine.how === "any") return "any of them accepts";

  return `the accepting share of the weights ${combine.weights.join(", ")} is at least ${formatDecimal(combine.threshold, 2)}`;
}

function sayEdge(rule: Extract<LayerRule, { kind: "edge" }>, question: string | undefined, names: Names): string {
  const subject = names.questions.find(({ id }) => id === question) ?? names.questions[0];
  const options = (subject?.options ?? []).map(({ id }) => id);
  const positive = rule.positive ?? options[0];
  const [other, ...more] = options.filter((option) => option !== positive);
  const negative = rule.negative ?? (more.length === 0 ? other : undefined);
  const contexts = rule.least === 1 ? "at least one of its contexts is" : `at least ${rule.least} of its contexts are`;

  return `An edge between two papers is ${positive ?? "positive"} on “${subject?.title ?? GONE}” where ${contexts}, and ${negative ?? "negative"} where it has labels but fewer. The label of each context is ${sayItemRule(rule.over, names)}.`;
}

function sayMustCite(rule: Extract<LayerRule, { kind: "must_cite" }>, names: Names): string {
  const { typeI, typeII, mentions, count } = rule;
  const one = `“${titleOf(names, typeI.question)}” is ${listed(typeI.accept, "or")} (Type I)`;
  const two = `“${titleOf(names, typeII.question)}” is ${typeII.atLeast} or more (Type II)`;
  const what = count === "windows" ? "distinct passages" : "mentions";
  const [first, second] = [typeI.by ?? rule.by, typeII.by ?? rule.by].map((by) => sayItemRule(by, names));
  const labels =
    first === second ? `The label of each question is ${first}.` : `The first is ${first}; the second is ${second}.`;

  return `A reference is must-cite where ${one}, or ${two}, or it has ${mentions} ${what} or more (Type III). ${labels}`;
}

function sayRounds({ roundIds }: LayerSpec, names: Names): string {
  if (!roundIds) return "all rounds but practice";

  return `${roundIds.length === 1 ? "the round" : "the rounds"} ${sayAll(roundIds, names.rounds)}`;
}

function sayFilters({ filters }: LayerSpec, names: Names): string {
  const { strata, origins, withoutRaterIds, fields = [], located, withoutFlagged } = filters;
  const items = [
    ...(strata ? [`drawn in ${listed(strata, "or")}`] : []),
    ...fields.map((filter) => sayField(filter, names)),
    ...(located === undefined ? [] : [located ? "whose target was found in the text" : "whose target was not found"]),
    ...(withoutFlagged ? ["that nobody flagged"] : []),
  ];

  return [
    ...(items.length > 0 ? [` Only items ${listed(items, "and")}.`] : []),
    ...(origins?.length === 1 ? [` Of people’s labels only those ${ORIGINS[origins[0] ?? "studio"]} count.`] : []),
    ...(withoutRaterIds
      ? [` Labels of ${sayAll(withoutRaterIds, [...names.raters, ...names.judges])} do not count.`]
      : []),
  ].join("");
}

const ORIGINS = { studio: "given here, blind,", imported: "that were imported" };

function sayField({ field, is, atLeast, atMost }: NonNullable<LayerSpec["filters"]["fields"]>[number], names: Names) {
  const label = names.fields.find((entry) => entry.id === field)?.label ?? field;
  const parts = [
    ...(is ? [`is ${listed(is.map(String), "or")}`] : []),
    ...(atLeast === undefined ? [] : [`is at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`is at most ${atMost}`]),
  ];

  return `whose ${label} ${listed(parts, "and")}`;
}

function sayCuts({ within, rule }: LayerSpec, names: Names): string {
  const cuts = within.map((cut) => {
    if ("targetSetId" in cut) {
      const name = nameOf(names.targetSets, cut.targetSetId);
      return cut.split === undefined ? `the target set ${name}` : `the split ${cut.split} of ${name}`;
    }
    const labels = cut.labels ? ` as ${listed(cut.labels, "or")}` : "";

    return `the layer ${nameOf(names.layers, cut.layerId)}${labels}`;
  });
  if (cuts.length === 0) return "";

  return ` Kept are ${rule.kind === "edge" ? "edges" : "items"} that lie in ${listed(cuts, "and in")}.`;
}

/** Whether no label of people enters the rule. */
function isOfJudges(rule: ItemRule): boolean {
  return rule.kind === "judge" || rule.kind === "silver" || rule.kind === "virtual_judge";
}

function titleOf(names: Names, id: string | undefined): string {
  return names.questions.find((question) => question.id === id)?.title ?? id ?? GONE;
}

function nameOf(list: readonly { id: string; name: string }[], id: string): string {
  return list.find((entry) => entry.id === id)?.name ?? GONE;
}

function sayAll(ids: readonly string[], list: readonly { id: string; name: string }[], singular?: string): string {
  const said = listed(
    ids.map((id) => nameOf(list, id)),
    "and",
  );
  if (singular === undefined) return said;

  return `${singular}${ids.length === 1 ? "" : "s"} ${said}`;
}

function listed(parts: readonly string[], word: string): string {
  if (parts.length < 2) return parts.join("");

  return `${parts.slice(0, -1).join(", ")} ${word} ${parts.at(-1)}`;
}
