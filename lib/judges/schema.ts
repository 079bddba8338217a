import { z } from "zod";

export const StudyScope = z.strictObject({ studyId: z.uuid() });
