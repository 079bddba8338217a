import { z } from "zod";

/** Ids of questions, fields, options' owners: stable across versions, safe in file names and SQL values. */
const Id = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, "use lower-case letters, digits and _, starting with a letter");
/** Option ids are what is stored as a label's value; they may be codes of the field (`TF`) or ranks (`1`). */
const OptionKey = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.+-]{0,39}$/, "use letters, digits and _ . + -");
/** YAML reads `id: 1` as a number; as an option's id, code, key or other spelling it means the text "1". */
const digits = (value: unknown) => (typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value);
const OptionId = z.preprocess(digits, OptionKey);
/** `KeyboardEvent.key` in lower case; one character, so that it can be shown on a key cap. */
const Hotkey = z.preprocess(digits, z.string().regex(/^[a-z0-9]$/, "use one letter or digit"));
const Spelling = z.preprocess(digits, z.string().min(1));
const Text = z.string().min(1);
const Audience = z.enum(["rater", "judge", "both", "none"]);
const AskedOf = z.enum(["human", "judge", "both"]);
/** Whether an answer carries a note: it may, it must (a justification), or it cannot. */
const Note = z.enum(["optional", "required", "none"]);

/**
 * A condition over an item's fields, the answers given so far, marks, and the codebook's parameters. Three-valued when
 * evaluated: unknown where a question it names is unanswered or a field is absent. A mark that is not set is false, and
 * `known` (is the field there?) is always decided.
 */
export type Condition =
  | { question: string; is: string[] }
  | { question: string; atLeast: string }
  | { mark: string }
  | { field: string; is: (string | number | boolean)[] }
  | { field: string; atLeast: number | { parameter: string } }
  | { field: string; known: boolean }
  | { derived: string; is: string[] }
  | { any: Condition[] }
  | { all: Condition[] }
  | { not: Condition };

const ConditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({ question: Id, is: z.array(OptionId).min(1) }),
    z.strictObject({ question: Id, atLeast: OptionId }),
    z.strictObject({ mark: Id }),
    z.strictObject({ field: Id, is: z.array(z.union([z.string(), z.number(), z.boolean()])).min(1) }),
    z.strictObject({ field: Id, atLeast: z.union([z.number(), z.strictObject({ parameter: Id })]) }),
    z.strictObject({ field: Id, known: z.boolean() }),
    z.strictObject({ derived: Id, is: z.array(OptionId).min(1) }),
    z.strictObject({ any: z.array(ConditionSchema).min(1) }),
    z.strictObject({ all: z.array(ConditionSchema).min(1) }),
    z.strictObject({ not: ConditionSchema }),
  ]),
);

/**
 * `text`: a string. `window`: a string in which the target is marked (by `marker`, by `offsets`, or by the citation
 * string in field `citedAs`). `contexts`: array of { section, context } (MasterSet) or { section?, text }. `integer`,
 * `number`, `boolean`. `choice`: one of `values`. `count`: the number in field `given` where the item has it, else the
 * length of the array in `of`; computed, never stored.
 */
const Field = z.strictObject({
  id: Id,
  label: Text,
  type: z.enum(["text", "window", "contexts", "integer", "number", "boolean", "choice", "count"]),
  showTo: Audience,
  required: z.boolean().default(true),
  aliases: z.array(z.string()).default([]),
  values: z.array(z.string()).optional(),
  of: Id.optional(),
  /** For `count`: an optional integer field whose number goes before the length. */
  given: Id.optional(),
  /** For `window` and `contexts`: a literal in the text that stands for the target, such as [REF_TARGET]. */
  marker: z.string().min(1).optional(),
  /** For `window` and `contexts`: the field that holds that literal item by item; `marker` where it is absent. */
  markerFrom: Id.optional(),
  /** For `window` and `contexts`: the field that holds the target's citation string. */
  citedAs: Id.optional(),
  /** How it is set: a heading, a line under it, the text to read, or a marker shown to be ignored. */
  display: z.enum(["title", "meta", "reading", "ignore"]).default("meta"),
});

const Option = z.strictObject({
  id: OptionId,
  label: Text,
  /** Shown beside the label; the id where absent. */
  code: Spelling.optional(),
  definition: z.string().default(""),
  examples: z.array(z.string()).default([]),
  key: Hotkey.optional(),
  group: z.string().optional(),
  askedOf: AskedOf.default("both"),
  /** Overrides the question's `note` for this option. */
  note: Note.optional(),
  /** Other spellings that imports may carry (`NON_ROOT` for `WEED`). */
  aliases: z.array(Spelling).default([]),
});

/** `variants` empty: holds under every wording of the question. */
const Criterion = z.strictObject({
  id: Id,
  text: Text,
  askedOf: AskedOf.default("both"),
  variants: z.array(Id).default([]),
});

/** One wording of a question for humans, judges or both; the first that fits is used unless a study picks another. */
const Variant = z.strictObject({ id: Id, label: Text, askedOf: AskedOf, text: Text });

const Question = z.strictObject({
  id: Id,
  title: Text,
  text: Text,
  help: z.string().default(""),
  scale: z.enum(["nominal", "ordinal", "binary"]),
  options: z.array(Option).min(2),
  criteria: z.array(Criterion).default([]),
  variants: z.array(Variant).default([]),
  askWhen: ConditionSchema.optional(),
  required: z.boolean().default(true),
  note: Note.default("optional"),
  aliases: z.array(z.string()).default([]),
});

/** An optional tick beside the questions (primary data set, method directly extended). Stored as question `mark_<id>`. */
const Mark = z.strictObject({ id: Id, label: Text, definition: z.string().default(""), key: Hotkey });

/** Below the floor an answer is accepted only with a note. `when` usually names marks. */
const Floor = z.strictObject({ when: ConditionSchema, question: Id, atLeast: OptionId, text: Text });

const Distinction = z.strictObject({
  question: Id,
  options: z.tuple([OptionId, OptionId]),
  ask: Text,
  examples: z.array(z.strictObject({ text: Text, option: OptionId, why: z.string().default("") })).default([]),
});

/**
 * `map` from a question's option to a derived one, null where the option says nothing (UNSURE); or `when` a condition
 * holds → yes, where it is false → no, where it is unknown: no derived label.
 */
const Rule = z.union([
  z.strictObject({ map: z.strictObject({ question: Id, to: z.record(OptionKey, OptionId.nullable()) }) }),
  z.strictObject({ when: ConditionSchema, yes: OptionId, no: OptionId }),
]);

const Derived = z.strictObject({
  id: Id,
  title: Text,
  scale: z.enum(["nominal", "ordinal", "binary"]),
  options: z.array(z.strictObject({ id: OptionId, label: Text, aliases: z.array(Spelling).default([]) })).min(2),
  rule: Rule,
  aliases: z.array(z.string()).default([]),
  /** Needs no answer (a count over the item's own fields): computed for items, not stored as a rater's label. */
  ofItem: z.boolean().default(false),
});

export const CodebookSchema = z.strictObject({
  assay: z.literal(1),
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, "use lower-case letters, digits and -"),
  title: Text,
  /** Markdown without raw HTML: the guideline's opening. */
  about: z.string().default(""),
  source: z.string().default(""),
  item: z.strictObject({
    fields: z.array(Field).min(1),
    /** Fields that make an item's key in imports (joined by `:`); `key` itself is always accepted. */
    key: z.array(Id).default([]),
    focal: Id.optional(),
    target: Id.optional(),
    window: Id.optional(),
  }),
  parameters: z.record(Id, z.number()).default({}),
  questions: z.array(Question).min(1),
  /** Questions in fixed order, or any. */
  order: z.enum(["fixed", "any"]).default("fixed"),
  marks: z.array(Mark).default([]),
  floors: z.array(Floor).default([]),
  distinctions: z.array(Distinction).default([]),
  skipReasons: z.array(z.strictObject({ id: Id, label: Text })).default([]),
  derived: z.array(Derived).default([]),
  judge: z
    .strictObject({
      preamble: z.string().default(""),
      answerFormat: z.string().default(""),
    })
    .prefault({}),
});

export type Codebook = z.output<typeof CodebookSchema>;
export type CodebookInput = z.input<typeof CodebookSchema>;
export type CodebookQuestion = Codebook["questions"][number];
export type CodebookOption = CodebookQuestion["options"][number];
export type CodebookField = Codebook["item"]["fields"][number];
export type CodebookDerived = Codebook["derived"][number];
export type CodebookMark = Codebook["marks"][number];
export type CodebookDistinction = Codebook["distinctions"][number];
