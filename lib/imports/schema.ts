import { z } from "zod";
import { DocumentOptions, HumanOptions, ItemOptions, JudgeOptions, PaperOfFile } from "./wire";

/** A file to read once. `size`: how many bytes it should have, where that is known beforehand. */
export type ImportFile = {
  name: string;
  size?: number;
  paper?: z.infer<typeof PaperOfFile>;
  bytes: AsyncIterable<Uint8Array>;
};

function isByteStream(value: unknown): value is AsyncIterable<Uint8Array> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

const files = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(1000),
      size: z.int().min(0).optional(),
      paper: PaperOfFile.optional(),
      bytes: z.custom<AsyncIterable<Uint8Array>>(isByteStream, "a stream of bytes is needed"),
    }),
  )
  .min(1)
  .max(20_000);

const Common = { studyId: z.uuid(), importId: z.uuid().optional(), files };

export const ImportItemsInput = z.strictObject({ ...Common, options: ItemOptions.prefault({}) });
export const ImportJudgeLabelsInput = z.strictObject({ ...Common, options: JudgeOptions.prefault({}) });
export const ImportHumanLabelsInput = z.strictObject({ ...Common, options: HumanOptions.prefault({}) });
export const QueueDocumentsInput = z.strictObject({ ...Common, options: DocumentOptions.prefault({}) });

export type ImportItemsInput = z.input<typeof ImportItemsInput>;
export type ImportJudgeLabelsInput = z.input<typeof ImportJudgeLabelsInput>;
export type ImportHumanLabelsInput = z.input<typeof ImportHumanLabelsInput>;

export const OneImportInput = z.strictObject({ studyId: z.uuid(), importId: z.uuid() });
export const ListImportsInput = z.strictObject({ studyId: z.uuid(), limit: z.int().min(1).max(200).default(50) });
