import { columnFor, type LabelField, type LabelMapping } from "@/lib/codebooks/import-columns";

export type Extras = {
  confidence: string | null;
  probability: number | null;
  rationale: string | null;
  keyPhrase: string | null;
  note: string | null;
};

type Values = Readonly<Record<string, unknown>>;

/** What stands beside a label: how sure, how likely, and why. Empty cells are null; texts are kept as they came. */
export function readExtras(
  value: Values,
  mapping: LabelMapping,
): { ok: true; values: Extras } | { ok: false; column: string; reason: string } {
  const columns = Object.keys(value);
  const cell = (field: LabelField) => {
    const column = columnFor(field, columns, mapping);
    const content = column === undefined ? undefined : value[column];

    return { column: column ?? field, content: content === "" || content === undefined ? null : content };
  };
  const probability = cell("probability");
  const number = probability.content === null ? null : Number(probability.content);
  if (number !== null && !(number >= 0 && number <= 1)) {
    return { ok: false, column: probability.column, reason: "A probability is a number from 0 to 1." };
  }
  const confidence = cell("confidence");
  const sure = confidence.content === null ? null : textOf(confidence.content);
  if (sure !== null && sure.length > 100) {
    return { ok: false, column: confidence.column, reason: "A confidence is a word or a number." };
  }
  const text = (field: LabelField) => {
    const { content } = cell(field);

    return content === null ? null : textOf(content);
  };

  return {
    ok: true,
    values: {
      confidence: sure,
      probability: number,
      rationale: text("rationale"),
      keyPhrase: text("keyPhrase"),
      note: text("note"),
    },
  };
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
