import { z } from "zod";
import type { Codebook, CodebookField } from "./schema";

/** A passage of a `contexts` field, as stored: the section's label ("" where there is none) and the text as it came. */
export type Passage = { section: string; context: string };

/**
 * The zod schema of an item's content under a codebook, by field id: required fields are there, optional ones may be
 * absent; `count` fields are computed and not part of it; unknown keys are dropped. It accepts what files carry: ids as
 * whole numbers become their exact text (beyond 2^53 a number has lost digits already and is refused), numbers may be
 * written as text (CSV), contexts as JSON text, as { section, context }, { section, text } or plain strings.
 * @example itemSchema(citationRole).parse({ context_id: 7, context_text: "…" }).context_id // "7"
 */
export function itemSchema(codebook: Codebook): z.ZodObject<Record<string, z.ZodType>> {
  const shape: Record<string, z.ZodType> = {};
  for (const field of codebook.item.fields) {
    if (field.type === "count") continue;
    const value = valueSchema(field);
    shape[field.id] = field.required
      ? z.preprocess(emptyToUndefined, value)
      : z.preprocess(emptyToUndefined, value.optional());
  }
  return z.object(shape);
}

function valueSchema(field: CodebookField): z.ZodType {
  switch (field.type) {
    case "integer":
      return z.preprocess(numberFromText, z.int("a whole number is expected"));
    case "number":
      return z.preprocess(numberFromText, z.number("a number is expected"));
    case "boolean":
      return z.preprocess(booleanFromText, z.boolean("true or false is expected"));
    case "choice":
      return ExactText.refine((value) => (field.values ?? []).includes(value), {
        error: `is none of ${(field.values ?? []).join(", ")}`,
      });
    case "contexts":
      return Contexts;
    default:
      return ExactText;
  }
}

const ExactText = z
  .custom<string | number | bigint>(
    (value) => ["string", "number", "bigint"].includes(typeof value),
    "text is expected",
  )
  .superRefine((value, context) => {
    if (typeof value === "number" && !Number.isSafeInteger(value)) {
      const message = Number.isInteger(value)
        ? `the number ${value} is too large to be exact: write it as text, in quotes`
        : "a number with decimals is no exact id: write it as text, in quotes";
      context.addIssue({ code: "custom", message });
    }
    if (typeof value !== "string") return;
    if (value.includes("\0")) context.addIssue({ code: "custom", message: "holds a NUL character" });
    if (/\p{Surrogate}/u.test(value))
      context.addIssue({ code: "custom", message: "holds half a character (a lone surrogate)" });
  })
  .transform(String);

const Section = z.preprocess((value) => value ?? "", ExactText);
const Entry = z.preprocess(asPassage, z.object({ section: Section, context: ExactText }));
const Contexts = z.preprocess(jsonFromText, z.array(Entry, "a list of contexts is expected"));

/** A passage may come as plain text, and its text under `text`. */
function asPassage(value: unknown): unknown {
  if (typeof value === "string") return { section: "", context: value };
  if (typeof value !== "object" || value === null || "context" in value || !("text" in value)) return value;
  return { ...value, context: value.text };
}

function emptyToUndefined(value: unknown): unknown {
  return value === null || value === "" ? undefined : value;
}

function numberFromText(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return value;
  return Number(value);
}

function booleanFromText(value: unknown): unknown {
  if (value === 1 || (typeof value === "string" && /^\s*(true|yes|1)\s*$/i.test(value))) return true;
  if (value === 0 || (typeof value === "string" && /^\s*(false|no|0)\s*$/i.test(value))) return false;
  return value;
}

function jsonFromText(value: unknown): unknown {
  if (typeof value !== "string" || !value.trimStart().startsWith("[")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
