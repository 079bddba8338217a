import { columnFor, type LabelMapping } from "@/lib/codebooks/import-columns";

const FIELDS = ["confidence", "probability", "rationale", "keyPhrase", "note"] as const;

/** Which columns stand beside the labels. */
export type ExtraColumns = Partial<Record<(typeof FIELDS)[number], string>>;

export type Extras = {
  confidence: string | null;
  probability: number | null;
  rationale: string | null;
  keyPhrase: string | null;
  note: string | null;
};

type Values = Readonly<Record<string, unknown>>;

export function extraColumns(columns: readonly string[], mapping: LabelMapping): ExtraColumns {
  const found = FIELDS.map((field) => [field, columnFor(field, columns, mapping)] as const);

  return Object.fromEntries(found.filter(([, column]) => column !== undefined));
}

/** What stands beside a label: how sure, how likely, and why. Empty cells are null; texts are kept as they came. */
export function readExtras(
  value: Values,
  columns: ExtraColumns,
): { ok: true; values: Extras } | { ok: false; column: string; reason: string } {
  const probability = cell(value, columns.probability);
  const number = probability === null ? null : Number(probability);
  if (number !== null && !(number >= 0 && number <= 1)) {
    const column = columns.probability ?? "probability";
    return { ok: false, column, reason: "A probability is a number from 0 to 1." };
  }
  const confidence = text(value, columns.confidence);
  if (confidence !== null && confidence.length > 100) {
    const column = columns.confidence ?? "confidence";
    return { ok: false, column, reason: "A confidence is a word or a number." };
  }

  return {
    ok: true,
    values: {
      confidence,
      probability: number,
      rationale: text(value, columns.rationale),
      keyPhrase: text(value, columns.keyPhrase),
      note: text(value, columns.note),
    },
  };
}

function cell(value: Values, column: string | undefined): unknown {
  const content = column === undefined ? null : value[column];

  return content === "" || content === undefined ? null : content;
}

function text(value: Values, column: string | undefined): string | null {
  const content = cell(value, column);
  if (content === null) return null;

  return typeof content === "string" ? content : JSON.stringify(content);
}
