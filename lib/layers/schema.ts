import { z } from "zod";
import { DECIDED, LayerRule, LayerSpec, UNDECIDED } from "./wire";

const layer = {
  studyId: z.uuid(),
  /** A stored layer, or its name (or majority, judge:NAME, rater:NAME), or a spec, or a question, a rule and a round. */
  layerId: z.uuid().optional(),
  layer: z.string().min(1).max(300).optional(),
  spec: LayerSpec.optional(),
  question: z.string().max(60).optional(),
  rule: LayerRule.optional(),
  roundId: z.uuid().optional(),
};

function namesOneLayer(query: { layerId?: unknown; layer?: unknown; spec?: unknown; rule?: unknown }): boolean {
  return [query.layerId, query.layer, query.spec, query.rule].filter((given) => given !== undefined).length === 1;
}
const ONE = "name one layer: by its id or name, as a spec, or as a rule";

export const LayerInput = z.strictObject(layer).refine(namesOneLayer, ONE);
export type LayerQuery = z.output<typeof LayerInput>;

export const ExportInput = z
  .strictObject({
    ...layer,
    format: z.enum(["jsonl", "csv", "qrels", "parquet"]),
    /** Parquet: an edge is positive when at least this many of its labelled items are. */
    leastPositive: z.int().min(1).max(2).default(1),
    /** Parquet and qrels: the option that counts as positive; the first option where absent. */
    positive: z.string().max(60).optional(),
    /** Parquet: whose probabilities give max_root_prob; empty where absent. */
    probabilityJudgeId: z.uuid().optional(),
  })
  .refine(namesOneLayer, ONE);
export type ExportQuery = z.output<typeof ExportInput>;

const Name = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9_.-]{0,59}$/, "use lower-case letters, digits and . _ -, 60 at most");

export const CreateLayerInput = z.strictObject({
  studyId: z.uuid(),
  name: Name,
  note: z.string().trim().max(2000).default(""),
  spec: LayerSpec,
});
export const ListLayersInput = z.strictObject({ studyId: z.uuid(), retired: z.boolean().default(false) });
export const StoredLayerInput = z.strictObject({ studyId: z.uuid(), layerId: z.uuid() });

const Side = z.union([
  z.strictObject({ layerId: z.uuid() }),
  z.strictObject({ layer: z.string().min(1).max(300) }),
  z.strictObject({ spec: LayerSpec }),
]);
export const CompareLayersInput = z.strictObject({
  studyId: z.uuid(),
  first: Side,
  second: Side,
  /** Which rows the page lists. */
  show: z.enum(["differing", "onlyFirst", "onlySecond", "both"]).default("differing"),
  /** The last key of the page before. */
  cursor: z.string().max(2000).optional(),
  take: z.int().min(1).max(500).default(100),
});

export const MustCiteInput = z.strictObject({ studyId: z.uuid(), spec: LayerSpec });

export const LayerRowsInput = z
  .strictObject({
    ...layer,
    /** Which rows: those before any cut (matching), with labels, with a label of the layer, past all cuts, and both. */
    step: z.enum(["matching", "labelled", "decided", "whole", "kept"]).default("whole"),
    /** With a label of the layer and past the cuts up to this one, counted from 0. */
    cut: z.int().min(0).max(4).optional(),
    label: z.string().max(60).optional(),
    decided: z.enum([...DECIDED, ...UNDECIDED]).optional(),
    /** The last key of the page before. */
    cursor: z.string().max(2000).optional(),
    take: z.int().min(1).max(200).default(50),
  })
  .refine(namesOneLayer, ONE);

export const RowItemsInput = z.strictObject({
  studyId: z.uuid(),
  rows: z.enum(["item", "edge"]),
  keys: z.array(z.string().max(2000)).max(500),
});
export const LayerChoicesInput = z.strictObject({ studyId: z.uuid(), version: z.int().min(1).optional() });
