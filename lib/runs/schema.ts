import { z } from "zod";
import { SetName, UploadedFile } from "@/lib/pools/schema";

export const ImportRunInput = z.strictObject({
  studyId: z.uuid(),
  name: SetName,
  parameters: z
    .record(z.string().min(1).max(80), z.json())
    .refine((value) => JSON.stringify(value).length <= 10_000, "Parameters are at most 10,000 characters.")
    .default({}),
  file: UploadedFile,
});

export const ListRunsInput = z.strictObject({ studyId: z.uuid() });
export const OneRunInput = z.strictObject({ studyId: z.uuid(), runId: z.uuid() });
