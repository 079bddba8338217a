import { z } from "zod";
import { ResolveBody, ReviewBody, ReviewQuery } from "./wire";

const OptionId = z.string().min(1).max(60);
const One = { studyId: z.uuid(), campaignId: z.uuid() };
const OnePair = { ...One, endorsementId: z.uuid() };

export const CampaignScope = z.strictObject(One);
export const ReviewQueueInput = ReviewQuery.extend(One);
export const ReviewPairInput = ReviewBody.safeExtend(OnePair);
export const ResolveInput = ResolveBody.extend(OnePair);
export const MatchesInput = z.strictObject({ ...OnePair, text: z.string().trim().min(1).max(2000).optional() });
export const PairsInput = z.strictObject({ ...One, profile: z.enum(["public", "team", "full"]).default("public") });
export const OpenPairsInput = PairsInput.extend({ format: z.enum(["jsonl", "csv", "parquet"]).default("jsonl") });
/** Without a tier: all of them. */
export const OpenQrelsInput = PairsInput.extend({ tier: z.string().min(1).max(200).optional() });
export const CrossLayerInput = z.strictObject({
  ...One,
  universe: z.enum(["a", "b", "c"]),
  source: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("list") }),
      z.strictObject({
        kind: z.literal("labels"),
        raterId: z.uuid(),
        question: z.string().min(1).max(60),
        /** One option or several (those that are ROOT). */
        positive: z
          .union([OptionId, z.array(OptionId).min(1).max(50)])
          .transform((given) => (typeof given === "string" ? [given] : given)),
      }),
    ])
    .default({ kind: "list" }),
  replicates: z.int().min(100).max(10_000).default(1000),
});
