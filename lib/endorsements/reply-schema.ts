import { z } from "zod";
import { AddReplyBody, ConfirmReplyBody } from "./wire";

const One = { studyId: z.uuid(), campaignId: z.uuid() };

export const RepliesInput = z.strictObject(One);
export const AddReplyInput = AddReplyBody.extend(One);
export const ReplyInput = z.strictObject({ ...One, replyId: z.uuid() });
export const ConfirmReplyInput = ConfirmReplyBody.extend({ ...One, replyId: z.uuid() });
