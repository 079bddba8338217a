import { type Decision, decideItem, type RuleSetting, type Said } from "./decide";
import { decideEdge } from "./decide-edge";
import { decideMustCite } from "./decide-must-cite";
import type { StoredItem, StoredLabel } from "./layer-statement";
import { typeRule } from "./rule-needs";
import type { VersionReading } from "./version-reading";
import type { ItemRule, LayerLabel, LayerRow, LayerSpec } from "./wire";

/** What rows are made with: a resolved layer's rule, options by question, and how labels of other versions count. */
export type RowSetting = {
  spec: LayerSpec;
  question: string;
  optionsOf: ReadonlyMap<string, readonly string[]>;
  /** By question: what fitModels gave. */
  posteriors: ReadonlyMap<string, RuleSetting["posteriors"]>;
  reading: Pick<VersionReading, "questionOf" | "countsAs" | "renamed">;
};
export type EdgeRule = { least: number; positive: string; negative: string };

/** One item's row under the layer's rule. O(labels × options). */
export function itemRow(item: StoredItem, setting: RowSetting): LayerRow {
  const { labels } = foundOf(item, setting);
  const { label, decided, confidence, adjudication, mustCite } = decideSubject(item, setting);
  const row: LayerRow = { key: item.key, focal: item.focal, target: item.target, label, decided, confidence, labels };
  if (mustCite) row.mustCite = mustCite;
  if (adjudication) row.adjudication = adjudication;

  return row;
}

/** One edge's row from its contexts; items have a focal and a target. O(contexts × labels). */
export function edgeRow(items: readonly StoredItem[], edge: EdgeRule, setting: RowSetting): LayerRow {
  const [{ focal = null, target = null } = {}] = items;
  const contexts = items.map((item) => ({
    label: decideSubject(item, setting).label,
    probability: item.probability,
  }));
  const labels = items.flatMap((item) => item.labels.map((label) => ({ ...labelOf(label, setting), item: item.key })));

  return { key: `${focal ?? ""} ${target ?? ""}`, focal, target, ...decideEdge(edge, contexts), labels };
}

/** The labels of an item as rules read them. */
export function saidOf(item: Pick<StoredItem, "labels">, setting: Pick<RowSetting, "reading" | "optionsOf">): Said[] {
  return latestOf(item.labels, setting.reading).map((label) => ({
    raterId: label.raterId,
    kind: label.kind,
    question: setting.reading.questionOf(label.question, label.codebookVersion) ?? "",
    value: countsOf(label, setting),
    round: label.round,
    probability: label.probability,
  }));
}

/** Of a rater's labels under a question's old id and its new one, the newer: it is what the rater says now. */
function latestOf(
  labels: readonly StoredLabel[],
  { renamed, questionOf }: RowSetting["reading"],
): readonly StoredLabel[] {
  if (!renamed) return labels;
  const latest = new Map<string, StoredLabel>();
  for (const label of labels) {
    const key = [questionOf(label.question, label.codebookVersion), label.round, label.raterId].join(" ");
    const other = latest.get(key);
    if (!other || other.codebookVersion < label.codebookVersion) latest.set(key, label);
  }

  return [...latest.values()];
}

/** What follows from an item's labels alone. */
type Found = { labels: LayerLabel[]; said: Said[]; decision?: Decision };

const found = new WeakMap<RowSetting, WeakMap<readonly StoredLabel[], Found>>();

/** Items that were labelled alike share one array of labels (label-kinds.ts): what follows from it is found once. */
function foundOf(item: StoredItem, setting: RowSetting): Found {
  const all = found.get(setting) ?? new WeakMap<readonly StoredLabel[], Found>();
  found.set(setting, all);
  const known = all.get(item.labels);
  if (known) return known;
  const made = { labels: item.labels.map((label) => labelOf(label, setting)), said: saidOf(item, setting) };
  all.set(item.labels, made);

  return made;
}

function decideSubject(item: StoredItem, setting: RowSetting): Decision & Pick<LayerRow, "mustCite"> {
  const { rule } = setting.spec;
  const known = foundOf(item, setting);
  const { said } = known;
  if (rule.kind !== "must_cite") {
    const decided = () => decideOn(setting.question, rule.kind === "edge" ? rule.over : rule, said, item, setting);
    if (item.settled && item.settled.length > 0) return decided();
    known.decision ??= decided();

    return known.decision;
  }
  const one = decideOn(rule.typeI.question, typeRule(rule, "typeI"), said, item, setting).label;
  const two = decideOn(rule.typeII.question, typeRule(rule, "typeII"), said, item, setting).label;
  const ranks = setting.optionsOf.get(rule.typeII.question) ?? [];

  return decideMustCite(rule, {
    typeI: one === null ? null : rule.typeI.accept.includes(one),
    typeII: two === null ? null : ranks.indexOf(two) >= ranks.indexOf(rule.typeII.atLeast),
    mentions: item.mentions,
    windows: item.windows,
  });
}

function decideOn(
  question: string,
  rule: ItemRule,
  said: readonly Said[],
  item: StoredItem,
  { optionsOf, posteriors }: RowSetting,
): Decision {
  const options = optionsOf.get(question) ?? [];
  const labels = said.filter((label) => label.question === question);
  const settled = (item.settled ?? [])
    .filter((row) => row.question === question)
    .map((row) => ({ ...row, value: within(row.value, options) }));

  return decideItem(rule, { labels, settled }, { options, posteriors: posteriors.get(question) ?? new Map() });
}

function labelOf(label: StoredLabel, setting: RowSetting): LayerLabel {
  const { rater, value, round, origin, codebookVersion, confidence, probability, question } = label;
  const counts = countsOf(label, setting);
  const plain = { rater, value, round, origin, codebookVersion, confidence, probability, counts };

  return setting.optionsOf.size > 1 ? { ...plain, question } : plain;
}

function countsOf(
  label: StoredLabel,
  { reading, optionsOf }: Pick<RowSetting, "reading" | "optionsOf">,
): string | null {
  if (!label.stands) return null;
  const { question, codebookVersion, value } = label;
  const asked = reading.questionOf(question, codebookVersion);

  return asked === null ? null : within(reading.countsAs(question, codebookVersion, value), optionsOf.get(asked) ?? []);
}

function within(value: string | null, options: readonly string[]): string | null {
  return value !== null && options.includes(value) ? value : null;
}
