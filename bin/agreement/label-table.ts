import { type PatternTable, patternTable } from "@/lib/agreement/pattern-table";
import { ServiceError } from "@/lib/errors";
import type { RawLabels } from "./collect-labels";
import type { Declared } from "./declare-categories";

/** The labels of a file as a pattern table over the declared categories. */
export function labelTable(raw: RawLabels, declared: Declared): PatternTable {
  const repeated = declared.categories.find((category, index) => declared.categories.indexOf(category) !== index);
  if (repeated !== undefined) throw new ServiceError("bad_input", `--categories names ${repeated} twice.`);
  const places = raw.labels.map((label) => declared.categories.indexOf(label.text));

  return patternTable({
    categories: declared.categories,
    ...(declared.values && { values: declared.values }),
    raters: raw.raters,
    rows: raw.patterns.map(({ labels, ...rest }) => ({
      ...rest,
      labels: raw.raters.map((_, rater) => {
        const label = labels[rater] ?? -1;

        return label < 0 ? null : (places[label] ?? null);
      }),
    })),
  });
}
