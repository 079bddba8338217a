import { settledKey } from "./agreement-patterns";
import type { Row } from "./columns";
import { type Again, decideAgain, type Said, type SettledValue } from "./decide-again";
import type { KeptLabel, LabelIndex } from "./label-index";
import type { Manifest, ManifestLayer } from "./manifest";
import type { Finding } from "./release-source";
import type { ItemRule } from "./rule";
import { needsOf, type RuleNeeds } from "./rule-needs";

type Listed = {
  item: string;
  question: string;
  rater: string;
  value: string;
  counts: string | null;
  round: string;
  version: number;
};

/** What is settled of a question on an item, as far as the release can tell. */
type SettledOf = (question: string, item: string) => SettledValue | undefined | "unknown";

/** Each question's or derived label's options in order, from the release's codebook. */
export type OptionsOf = ReadonlyMap<string, readonly string[]>;

/** Findings a layer before the rest is only counted. */
const MOST = 20;

/**
 * Holds a layer's rows against the label rows: the labels that each row rests on are those of labels.jsonl, none of its
 * scope is left out, and its label is what the rule makes of them. `unknown` counts rows whose rule needs more than
 * the release has. `optionsOf`: each question's options in order, for rules over several questions. O(rows × labels).
 *
 * @example const check = layerChecker(manifest, layer, path, index); for (const row of rows) check.add(row); check.findings();
 */
export function layerChecker(
  manifest: Manifest,
  layer: ManifestLayer,
  file: string,
  index: LabelIndex,
  optionsOf: OptionsOf = new Map(),
) {
  const kinds = new Map(
    manifest.raters.map(({ rater, kind }) => [rater, kind === "judge" ? "judge" : "human"] as const),
  );
  const needs = needsOf(layer.rule);
  const older = needs.settled && layer.codebookVersion !== manifest.codebook.version;
  const settledOf: SettledOf = (question, item) => {
    const settled = settledOn({ ...layer, question }, item, index);

    // Where a question changed, decisions stand in the file under the newest version, or not at all.
    return settled === undefined && older ? "unknown" : settled;
  };
  const findings: Finding[] = [];
  let more = 0;
  let unknown = 0;
  const say = (check: Finding["check"], row: Row, message: string) => {
    if (findings.length < MOST) findings.push({ file, check, message: `${row.item}: ${message}` });
    else more++;
  };

  return {
    add(row: Row): void {
      const listed = listedLabels(layer, row);
      if (!listed) {
        say("layer provenance", row, "its lists of raters, values, rounds and versions differ in length.");
        return;
      }
      const fault = provenanceFault(layer, needs, row, listed, index);
      if (fault) say("layer provenance", row, fault);
      const again = labelAgain(layer, row, listed, kinds, settledOf);
      if (again.kind === "unknown") unknown++;
      else if (again.label !== row.label)
        say("layer label", row, `the label is ${row.label ?? "none"}; its rule gives ${again.label ?? "none"}.`);
      const types = typesFault(layer, row) ?? criteriaFault(layer, row, listed, kinds, settledOf, optionsOf);
      if (types) say("layer label", row, types);
    },
    findings: (): Finding[] =>
      more > 0 ? [...findings, { file, check: "layer label", message: `… and ${more} more rows.` }] : findings,
    unknown: () => unknown,
  };
}

function listedLabels(layer: ManifestLayer, row: Row): Listed[] | undefined {
  const list = (name: string) => (Array.isArray(row[name]) ? (row[name] as readonly unknown[]) : []);
  const [raters, values, counts, rounds, versions] = [
    "raters",
    "values",
    "counts_as",
    "rounds",
    "codebook_versions",
  ].map(list);
  const items = layer.table === "edge_layer" ? list("items") : undefined;
  const questions = layer.table === "must_cite_layer" ? list("questions") : undefined;
  const lengths = [raters, values, counts, rounds, versions, items, questions].flatMap((part) => part?.length ?? []);
  if (new Set(lengths).size > 1) return undefined;

  return (raters ?? []).map((rater, place) => ({
    item: String(items ? items[place] : row.item),
    question: String(questions ? questions[place] : layer.question),
    rater: String(rater),
    value: String(values?.[place]),
    counts: counts?.[place] === "" ? null : String(counts?.[place]),
    round: String(rounds?.[place]),
    version: Number(versions?.[place]),
  }));
}

function provenanceFault(
  layer: ManifestLayer,
  needs: RuleNeeds,
  row: Row,
  listed: readonly Listed[],
  index: LabelIndex,
): string | undefined {
  const seen = new Set<string>();
  for (const label of listed) {
    const kept = (index.labels.get(label.item) ?? []).find(
      (one) => one.rater === label.rater && one.round === label.round && sameQuestion(layer, one, label),
    );
    const who = `${label.rater} in ${label.round}`;
    if (!kept) return `rests on a label of ${who} that labels.jsonl does not have.`;
    if (kept.value !== label.value || kept.version !== label.version)
      return `says that ${who} gave ${label.value}; labels.jsonl has ${kept.value}.`;
    const counts = layer.options.includes(label.value) ? label.value : null;
    const plain = label.version === layer.codebookVersion && layer.table !== "must_cite_layer";
    if (plain && label.counts !== counts) return `counts ${label.value} of ${who} as ${label.counts ?? "nothing"}.`;
    seen.add(JSON.stringify([label.item, kept.question, kept.rater, kept.round]));
  }
  if (layer.table === "must_cite_layer") return undefined;
  const items = layer.table === "edge_layer" ? new Set(listed.map(({ item }) => item)) : [String(row.item)];
  for (const item of items) {
    const left = (index.labels.get(item) ?? []).find(
      (one) => inScope(layer, needs, one) && !seen.has(JSON.stringify([item, one.question, one.rater, one.round])),
    );
    if (left) return `leaves out the label ${left.value} of ${left.rater} in ${left.round}.`;
  }

  return undefined;
}

/** A question may have had another id in an older version; then its labels are listed under the id of today. */
function sameQuestion(layer: ManifestLayer, kept: KeptLabel, label: Listed): boolean {
  return kept.question === label.question || label.version !== layer.codebookVersion;
}

function inScope(layer: ManifestLayer, needs: RuleNeeds, label: KeptLabel): boolean {
  const { rounds, origins, withoutRaters } = layer.scope;
  if (label.question !== layer.question || withoutRaters.includes(label.rater)) return false;
  if (label.kind === "judge") return needs.judges.has(label.rater);
  if (!needs.people && !needs.raters.has(label.rater)) return false;

  return rounds.includes(label.round) && origins.some((origin) => origin === label.origin);
}

function labelAgain(
  layer: ManifestLayer,
  row: Row,
  listed: readonly Listed[],
  kinds: ReadonlyMap<string, "human" | "judge">,
  settledOf: SettledOf,
): Again {
  const { rule, options } = layer;
  const said = (labels: readonly Listed[]): Said[] =>
    labels.map(({ rater, counts }) => ({ rater, kind: kinds.get(rater) ?? "human", value: counts }));
  const decide = (by: ItemRule, item: string, labels: readonly Listed[]): Again => {
    const settled = settledOf(layer.question, item);

    return settled === "unknown" ? { kind: "unknown" } : decideAgain(by, said(labels), settled, options);
  };
  if (rule.kind === "must_cite") return { kind: "label", label: mustCite(rule, row) };
  if (rule.kind !== "edge") return decide(rule, String(row.item), listed);
  return edgeAgain(layer, rule, row, listed, decide);
}

type Decide = (by: ItemRule, item: string, labels: readonly Listed[]) => Again;

/** An edge by its items' labels. Items without labels that are settled are not listed: then counts may be higher. */
function edgeAgain(
  { options }: ManifestLayer,
  rule: Extract<ManifestLayer["rule"], { kind: "edge" }>,
  row: Row,
  listed: readonly Listed[],
  decide: Decide,
): Again {
  const positive = rule.positive ?? options[0];
  const negative = rule.negative ?? (options.length === 2 ? options.find((option) => option !== positive) : undefined);
  const items = new Map<string, Listed[]>();
  for (const label of listed) items.set(label.item, [...(items.get(label.item) ?? []), label]);
  const decided = [...items].map(([item, labels]) => decide(rule.over, item, labels));
  if (negative === undefined || decided.some((one) => one.kind === "unknown")) return { kind: "unknown" };
  const labels = decided.flatMap((one) => (one.kind === "label" && one.label !== null ? [one.label] : []));
  const positives = labels.filter((label) => label === positive).length;
  if (labels.length !== row.n_labelled || positives !== row.n_positive) {
    return needsOf(rule.over).settled
      ? { kind: "unknown" }
      : { kind: "label", label: `another (${labels.length} items with a label, ${positives} positive)` };
  }
  if (labels.length === 0) return { kind: "label", label: null };

  return { kind: "label", label: positives >= rule.least ? (positive ?? null) : negative };
}

/** What is settled on an item; unknown where rounds differ or it was settled under another version. */
function settledOn(layer: ManifestLayer, item: string, index: LabelIndex): SettledValue | undefined | "unknown" {
  const found = layer.scope.rounds.flatMap((round) => {
    const one = index.settled.get(settledKey({ item, unit: "", question: layer.question, round }));

    return one ? [one] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  if (found.some((one) => one.value !== first.value || one.version !== layer.codebookVersion)) return "unknown";

  return { value: first.value };
}

function mustCite(rule: Extract<ManifestLayer["rule"], { kind: "must_cite" }>, row: Row): string | null {
  const types = [row.type_1, row.type_2, row.type_3];
  if (types.includes(true)) return rule.yes;

  return types.includes(null) ? null : rule.no;
}

function typesFault({ rule }: ManifestLayer, row: Row): string | undefined {
  if (rule.kind !== "must_cite") return undefined;
  const count = row[rule.count];
  const expected = typeof count === "number" ? count >= rule.mentions : null;

  return row.type_3 === expected ? undefined : `type_3 is ${row.type_3}; ${rule.count} ${count} give ${expected}.`;
}

/** Types I and II of must-cite, decided again from the labels of their questions, where the codebook gives the options. */
function criteriaFault(
  layer: ManifestLayer,
  row: Row,
  listed: readonly Listed[],
  kinds: ReadonlyMap<string, "human" | "judge">,
  settledOf: SettledOf,
  optionsOf: OptionsOf,
): string | undefined {
  const { rule } = layer;
  if (rule.kind !== "must_cite") return undefined;
  const again = (question: string, by: ItemRule, holds: (label: string, options: readonly string[]) => boolean) => {
    const options = optionsOf.get(question);
    const settled = settledOf(question, String(row.item));
    if (!options || settled === "unknown") return undefined;
    const said = listed
      .filter((one) => one.question === question)
      .map(({ rater, counts }): Said => ({ rater, kind: kinds.get(rater) ?? "human", value: counts }));
    const decided = decideAgain(by, said, settled, options);
    if (decided.kind === "unknown") return undefined;

    return { holds: decided.label === null ? null : holds(decided.label, options) };
  };
  const { typeI, typeII } = rule;
  const one = again(typeI.question, typeI.by ?? rule.by, (label) => typeI.accept.includes(label));
  const two = again(
    typeII.question,
    typeII.by ?? rule.by,
    (label, options) => options.indexOf(label) >= options.indexOf(typeII.atLeast),
  );
  if (one && one.holds !== row.type_1) return `type_1 is ${row.type_1}; its labels give ${one.holds}.`;

  return two && two.holds !== row.type_2 ? `type_2 is ${row.type_2}; its labels give ${two.holds}.` : undefined;
}
