import { z } from "zod";

/** How a run's file was written, told by its content. */
export const RunFormat = z.enum(["trec", "beir_json", "jsonl", "parquet"]);
export type RunFormat = z.infer<typeof RunFormat>;

/** A system's ranked output, registered to be scored. `rows`: (query, document) pairs. */
export const RunView = z.object({
  runId: z.uuid(),
  name: z.string(),
  fileName: z.string(),
  format: RunFormat,
  sha256: z.string(),
  bytes: z.number(),
  rows: z.int(),
  /** What the researcher says of the system: its sweep's parameter, the model. */
  parameters: z.record(z.string(), z.json()),
  createdAt: z.string(),
});
export type RunView = z.infer<typeof RunView>;
