import { z } from "zod";

export const RoleName = z.enum(["researcher", "adjudicator", "rater", "auditor"]);
export type RoleName = z.infer<typeof RoleName>;

const PersonName = z
  .string()
  .trim()
  .min(1, "Please give a name.")
  .max(120)
  // Names stand in other people's pages: no bidi or invisible characters that could reorder them.
  .refine((name) => !/[\p{Cc}\p{Cf}]/u.test(name), "Please leave out invisible characters.");

const Token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
export const DAY_MS = 86_400_000;

export const CreateJoinLinkInput = z.strictObject({
  studyId: z.uuid(),
  role: RoleName,
  note: z.string().max(200).default(""),
  maxUses: z.int().min(1).max(1000).default(1),
  days: z.int().min(1).max(365).default(14),
});

export const ReadJoinLinkInput = z.strictObject({ token: Token });
export const AcceptJoinLinkInput = z.strictObject({
  token: Token,
  email: z.string().max(320),
  name: PersonName.optional(),
  passphrase: z.string().max(512),
});
export const RevokeJoinLinkInput = z.strictObject({ studyId: z.uuid(), linkId: z.uuid() });
export const StudyScope = z.strictObject({ studyId: z.uuid() });
export const ChangeMemberInput = z.strictObject({
  studyId: z.uuid(),
  userId: z.uuid(),
  role: RoleName,
  member: z.boolean(),
});
export const ChangeUserInput = z.strictObject({
  userId: z.uuid(),
  disabled: z.boolean().optional(),
  administrator: z.boolean().optional(),
});
