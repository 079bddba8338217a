import { z } from "zod";
import { ClaimBody, HeartbeatBody, RecordLabelBody, ReopenBody } from "./wire";

const Scope = { studyId: z.uuid() };

export const ClaimSlotsInput = ClaimBody.extend(Scope);
export const RenewLeasesInput = HeartbeatBody.extend(Scope);
export const RecordLabelInput = RecordLabelBody.extend(Scope);
export const ReopenSlotInput = ReopenBody.extend(Scope);
export const StudyScope = z.strictObject(Scope);

export const MyWorkInput = z.strictObject({
  ...Scope,
  cursor: z
    .string()
    .regex(/^\d{4}-[\d:.TZ-]{10,25}_[0-9a-f-]{36}$/)
    .optional(),
  state: z.enum(["leased", "filled", "skipped"]).optional(),
  question: z.string().max(50).optional(),
  value: z.string().max(200).optional(),
});

/** How long a claimed slot is kept for its rater without a heartbeat. */
export const LEASE_MINUTES = 15;

/** A slot that takes the place of slot n (skipped, or lapsed and taken over) has the number n + this. */
export const REPLACEMENT = 1000;
