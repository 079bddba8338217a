import { z } from "zod";
import {
  BouncesBody,
  CampaignStateBody,
  ChangeInvitationBody,
  ChangeMessageBody,
  CreateCampaignBody,
  CreateInvitationsBody,
  INVITATION_STATES,
  MESSAGE_STATES,
  QueueMessagesBody,
  UpdateCampaignBody,
} from "./wire";

const Scope = { studyId: z.uuid() };
export const CampaignScope = z.strictObject({ ...Scope, campaignId: z.uuid() });
const One = { ...Scope, campaignId: z.uuid() };

export const StudyScope = z.strictObject(Scope);
export const CreateCampaignInput = CreateCampaignBody.extend(Scope);
export const UpdateCampaignInput = UpdateCampaignBody.extend(One);
export const ChangeStateInput = CampaignStateBody.extend(One);
export const CreateInvitationsInput = CreateInvitationsBody.extend(One);
export const ChangeInvitationInput = ChangeInvitationBody.extend({ ...One, invitationId: z.uuid() });
export const ListInvitationsInput = z.strictObject({
  ...One,
  state: z.enum(INVITATION_STATES).optional(),
  search: z.string().max(200).optional(),
  cursor: z.uuid().optional(),
  take: z.coerce.number().int().min(1).max(500).default(200),
});
export const ImportPapersInput = z.strictObject({
  ...One,
  fileName: z.string().min(1).max(255),
  bytes: z.custom<AsyncIterable<Uint8Array>>((value) => typeof value === "object" && value !== null),
});
export const SubjectInput = z.strictObject({ email: z.string().max(320) });
export const EraseSubjectInput = z.strictObject({
  email: z.string().max(320),
  mode: z.enum(["unlink", "remove"]).default("unlink"),
});
export const QueueMessagesInput = QueueMessagesBody.extend(One);
export const ListMessagesInput = z.strictObject({
  ...One,
  state: z.enum(MESSAGE_STATES).optional(),
  invitationId: z.uuid().optional(),
  cursor: z.uuid().optional(),
  take: z.coerce.number().int().min(1).max(500).default(100),
});
export const ChangeMessageInput = ChangeMessageBody.extend({ ...One, messageId: z.uuid() });
export const BouncesInput = BouncesBody.extend(One);
export const SendMessageInput = z.strictObject({ ...Scope, messageId: z.uuid() });
