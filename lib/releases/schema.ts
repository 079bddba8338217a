import { z } from "zod";
import { PROFILES, ReleasePlan } from "./wire";

export const StudyScope = z.strictObject({ studyId: z.uuid() });
export const PlanInput = z.strictObject({ studyId: z.uuid(), plan: ReleasePlan });
export const CreateReleaseInput = z.strictObject({
  studyId: z.uuid(),
  plan: ReleasePlan,
  /** The release that this one repeats without what was withdrawn since. */
  patchOf: z.uuid().optional(),
});
export const ReleaseInput = z.strictObject({ studyId: z.uuid(), releaseId: z.uuid() });
export const ReleaseFileInput = ReleaseInput.extend({ path: z.string().min(1).max(200) });
export const LatestPlanInput = z.strictObject({ studyId: z.uuid(), profile: z.enum(PROFILES).optional() });
