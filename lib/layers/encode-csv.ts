import { csvText } from "@/lib/release-files/encode-text";
import type { LayerRow } from "./wire";

const COLUMNS = ["key", "focal", "target", "label", "decided", "n_labels", "raters", "values", "codebook_versions"];
/** Empty where the rule gives none. */
const MORE = ["confidence", "counts_as", "rounds", "adjudicated_by", "adjudicators", "reason"];
const EDGE = ["n_contexts", "n_labelled", "n_positive", "max_probability"];
const MUST_CITE = ["type_i", "type_ii", "type_iii", "mentions", "windows"];

/** What stands in the rows beside what every layer has. */
export type CsvKind = "item" | "edge" | "must_cite";

export function csvHeader(kind: CsvKind): string {
  const own = kind === "edge" ? EDGE : kind === "must_cite" ? MUST_CITE : [];

  return `${[...COLUMNS, ...MORE, ...own].join(",")}\r\n`;
}

export function encodeCsv(row: LayerRow, kind: CsvKind): string {
  const cells = [
    csvText(row.key),
    csvText(row.focal ?? ""),
    csvText(row.target ?? ""),
    csvText(row.label ?? ""),
    row.decided,
    String(row.labels.length),
    csvText(row.labels.map((label) => label.rater).join(" ")),
    csvText(row.labels.map((label) => label.value).join(" ")),
    csvText([...new Set(row.labels.map((label) => label.codebookVersion))].join(" ")),
    String(row.confidence ?? ""),
    csvText(row.labels.map((label) => label.counts ?? "-").join(" ")),
    csvText([...new Set(row.labels.map((label) => label.round))].join(" ")),
    row.adjudication?.by ?? "",
    String(row.adjudication?.adjudicators ?? ""),
    row.adjudication?.reason ?? "",
    ...ownCells(row, kind),
  ];

  return `${cells.join(",")}\r\n`;
}

function ownCells({ edge, mustCite }: LayerRow, kind: CsvKind): string[] {
  if (kind === "edge") {
    return [edge?.contexts, edge?.labelled, edge?.positive, edge?.maxProbability].map((cell) => String(cell ?? ""));
  }
  if (kind === "item") return [];
  const types = [mustCite?.typeI, mustCite?.typeII, mustCite?.typeIII].map((type) =>
    type == null ? "" : type ? "1" : "0",
  );

  return [...types, String(mustCite?.mentions ?? ""), String(mustCite?.windows ?? "")];
}
