import { dawidSkene } from "@/lib/agreement/dawid-skene";
import { patternTable } from "@/lib/agreement/pattern-table";
import type { Snapshot } from "@/lib/db/snapshot";
import { modelLabels, patternOf, type RuleSetting } from "./decide";
import { type RowSetting, saidOf } from "./decide-row";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";
import { itemRulesOf, modelOf } from "./rule-needs";
import { storedItems } from "./stored-items";

type Posteriors = RuleSetting["posteriors"];
type Said = [rater: string, round: string, option: number];

/**
 * Dawid and Skene's model for each question that asks for it, over all items that the layer's filters let through, before
 * any cut. What is held is one count for each distinct pattern.
 */
export async function fitModels(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  setting: Omit<RowSetting, "posteriors">,
): Promise<ReadonlyMap<string, Posteriors>> {
  const models = itemRulesOf(layer.spec.rule, layer.subject.question).flatMap(({ question, rule }) => {
    const model = modelOf(rule);
    const options = setting.optionsOf.get(question) ?? [];

    return model ? [{ question, model, options, counts: new Map<string, number>() }] : [];
  });
  if (models.length === 0) return new Map();
  for await (const page of storedItems(snapshot, layer, "key")) {
    for (const item of page) {
      const said = saidOf(item, setting);
      for (const { question, model, options, counts } of models) {
        const own = modelLabels(model, said).filter((label) => label.question === question);
        const key = patternOf(own, options);
        if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }

  return new Map(
    models.map(({ question, model, options, counts }) => [question, posteriorsOf(counts, options, model.smoothing)]),
  );
}

/** Patterns in the order of their texts and raters in that of their ids, so that the same labels give the same bits. */
function posteriorsOf(counts: ReadonlyMap<string, number>, options: readonly string[], smoothing: number): Posteriors {
  const patterns = [...counts.keys()].sort().map((key) => ({ key, said: JSON.parse(key) as Said[] }));
  const names = [...new Set(patterns.flatMap(({ said }) => said.map(columnOf)))].sort();
  const places = new Map(names.map((name, place) => [name, place]));
  const rows = patterns.map(({ key, said }) => {
    const labels: (number | null)[] = names.map(() => null);
    for (const one of said) labels[places.get(columnOf(one)) ?? 0] = one[2];

    return { labels, items: counts.get(key) ?? 0 };
  });
  const posteriors = new Map<string, Float64Array>();
  if (names.length === 0) return posteriors;
  const table = patternTable({ categories: options, raters: names, rows });
  const identities = names.map((name) => String(JSON.parse(name)[0]));
  const model = dawidSkene(table, { smoothing, identities });
  for (let row = 0; row < table.rows; row += 1) {
    const labels = table.labels.subarray(row * names.length, (row + 1) * names.length);
    // The table may keep its rows in another order than they were given.
    const key = JSON.stringify(
      names.flatMap((name, i) => ((labels[i] ?? -1) < 0 ? [] : [[...JSON.parse(name), labels[i]]])),
    );
    posteriors.set(key, model.posteriors.slice(row * options.length, (row + 1) * options.length));
  }

  return posteriors;
}

function columnOf([rater, round]: Said): string {
  return JSON.stringify([rater, round]);
}
