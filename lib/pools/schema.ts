import { z } from "zod";
import { TargetSetKind } from "./wire";

/** A file to read once. `size`: how many bytes it should have, where that is known beforehand. */
export const UploadedFile = z.strictObject({
  name: z.string().min(1).max(1000),
  size: z.int().min(0).optional(),
  bytes: z.custom<AsyncIterable<Uint8Array>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
    "a stream of bytes is needed",
  ),
});
export type UploadedFile = z.output<typeof UploadedFile>;

export const SetName = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{C}]+$/u, "A name has no control characters.");

export const ImportPoolInput = z.strictObject({ studyId: z.uuid(), name: SetName, file: UploadedFile });

export const ImportTargetSetInput = z.strictObject({
  studyId: z.uuid(),
  name: SetName,
  kind: TargetSetKind.default("targets"),
  /** The target set of the study that every pair must also be in: what a tier is nested within. */
  within: SetName.optional(),
  file: UploadedFile,
});

export const ListInput = z.strictObject({ studyId: z.uuid() });
export const OnePoolInput = z.strictObject({ studyId: z.uuid(), poolId: z.uuid() });
export const OneTargetSetInput = z.strictObject({ studyId: z.uuid(), targetSetId: z.uuid() });

export const SearchPoolInput = z.strictObject({
  studyId: z.uuid(),
  poolId: z.uuid(),
  text: z.string().trim().min(1).max(2000),
  limit: z.coerce.number().int().min(1).max(50).default(10),
});
