import { UsageError } from "@/bin/command";
import { CsvTokenizer } from "@/lib/corpus/csv-tokenizer";
import type { ReportOptions } from "./agreement-report";
import type { Ac2Weights, ReferenceChoice, Scale } from "./wire";

const text = { type: "string" as const };
const list = { type: "string" as const, multiple: true as const };

export const OPTIONS = {
  study: text,
  question: text,
  round: text,
  "codebook-version": text,
  format: text,
  item: text,
  scale: text,
  weights: text,
  categories: text,
  judge: list,
  abstain: list,
  reference: text,
  epsilon: text,
  "alt-score": text,
  bootstrap: text,
  seed: text,
  level: text,
  cluster: text,
  latex: { type: "boolean" as const, default: false as boolean },
} as const;

export type Values = {
  scale?: string | undefined;
  weights?: string | undefined;
  reference?: string | undefined;
  epsilon?: string | undefined;
  "alt-score"?: string | undefined;
  bootstrap?: string | undefined;
  seed?: string | undefined;
  level?: string | undefined;
  cluster?: string | undefined;
};

/** One of the words of a list, or the default where none was said. */
export function oneOf<const Word extends string>(
  option: string,
  words: readonly Word[],
  said: string | undefined,
  otherwise: Word,
): Word {
  if (said === undefined) return otherwise;
  const found = words.find((word) => word === said);
  if (found === undefined) throw new UsageError(`--${option} is ${words.join(", ")}; not ${said}.`);

  return found;
}

/** The options that say how to compute. `scale` is the codebook's where a study is reported on. */
export function reportOptions(values: Values, scaleOf: Scale = "nominal"): ReportOptions {
  const scale = oneOf<Scale>("scale", ["nominal", "ordinal", "interval", "ratio"], values.scale, scaleOf);
  const references: ReferenceChoice[] = ["adjudicated", "majority", "median", "each"];
  const reference = oneOf("reference", references, values.reference, "majority");
  if (reference === "median" && scale === "nominal") {
    throw new UsageError("A median needs an order: --scale ordinal (or interval, ratio), or --reference majority.");
  }

  return {
    scale,
    weights: oneOf<Ac2Weights>(
      "weights",
      ["identity", "linear", "quadratic", "ordinal"],
      values.weights,
      scale === "nominal" ? "identity" : "quadratic",
    ),
    reference,
    epsilon: number("epsilon", values.epsilon, 0.2, (value) => value >= 0 && value <= 1, "between 0 and 1"),
    score: oneOf(
      "alt-score",
      ["accuracy", "neg_rmse"],
      values["alt-score"],
      scale === "nominal" ? "accuracy" : "neg_rmse",
    ),
    bootstrap: number(
      "bootstrap",
      values.bootstrap,
      2000,
      (value) => Number.isInteger(value) && value >= 0 && value <= 1_000_000,
      "a whole number of resamples, 0 for none",
    ),
    seed: values.seed ?? "1",
    level: number("level", values.level, 0.95, (value) => value > 0 && value < 1, "between 0 and 1, such as .95"),
    cluster: values.cluster ?? null,
  };
}

function number(
  option: string,
  said: string | undefined,
  otherwise: number,
  allowed: (value: number) => boolean,
  range: string,
): number {
  if (said === undefined) return otherwise;
  const value = said.trim() === "" ? Number.NaN : Number(said);
  if (!allowed(value)) throw new UsageError(`--${option} is ${range}; not ${said}.`);

  return value;
}

/** `a,b,c`, quoted as in CSV where a category has a comma; or a JSON array, which can name the empty label. */
export function categoryList(said: string | undefined): string[] | undefined {
  if (said === undefined) return undefined;
  const categories = said.startsWith("[") ? jsonList(said) : csvList(said);
  const twice = categories.find((category, index) => categories.indexOf(category) !== index);
  if (twice !== undefined) throw new UsageError(`--categories names ${JSON.stringify(twice)} twice.`);

  return categories;
}

function csvList(said: string): string[] {
  const step = new CsvTokenizer(",").push(said, 1);
  if (step.kind !== "row" || step.row.cells.includes("")) {
    throw new UsageError('--categories is a,b,c ("a, b",c where one has a comma; ["","a"] where one is empty).');
  }

  return step.row.cells;
}

function jsonList(said: string): string[] {
  try {
    const parsed: unknown = JSON.parse(said);
    if (Array.isArray(parsed) && parsed.every((entry) => typeof entry !== "object")) return parsed.map(String);
  } catch {
    // Said below.
  }
  throw new UsageError("--categories starts with [ and is no JSON list of categories.");
}
