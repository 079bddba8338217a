import { z } from "zod";
import type { Row } from "./columns";
import { ReleasePath } from "./release-path";

const Count = z.int().min(0);
const Tiers = z.array(z.strictObject({ tier: z.string().min(1), pairs: Count }));
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "This is no SHA-256.");
/** Campaigns are counted in the order in which they were made; their names are in no release. */
const Campaign = z.int().min(1);

/** What pages, cards and funnels say of answers that authors gave. */
export const RESPONDERS_ONLY =
  "Answers from responders only. What nobody endorsed is unlabelled: it is no negative and has no row.";

/** The name of the tier of references that no list gives one. */
export const NO_TIER = "no tier";

/** What a release holds of endorsement campaigns beside `endorsement_pairs`; absent where it holds none. */
export const ManifestEndorsements = z.strictObject({
  funnel: ReleasePath,
  /** What people were told, asked and agreed to. `sha256` is the hash that their answers carry: of a line break and the text. */
  texts: z.array(
    z.strictObject({
      campaign: Campaign,
      kind: z.enum(["information", "consent", "question", "help"]),
      language: z.string().min(1),
      version: Campaign,
      sha256: Sha256,
      path: ReleasePath,
    }),
  ),
  /** The evaluable set as TREC qrels, of all and by tier; each of its pairs is in one tier. */
  qrels: z.array(z.strictObject({ path: ReleasePath, tier: z.string().min(1).nullable() })),
});
export type ManifestEndorsements = z.output<typeof ManifestEndorsements>;

/** What the rows of endorsement_pairs say. */
export const ReleasedCounts = z.strictObject({
  pairs: Count,
  flagged: Count,
  releaseReady: Count,
  contextLinked: Count,
  retrievalEvaluable: Count,
  outOfPool: Count,
});
export type ReleasedCounts = z.output<typeof ReleasedCounts>;

/** Every count of one campaign at the release's moment: people and answers as totals, nothing about anybody. */
const CampaignFunnel = z.strictObject({
  campaign: Campaign,
  invited: Count,
  opened: Count,
  started: Count,
  submitted: Count,
  declined: Count,
  withdrawn: Count,
  bounced: Count,
  answeringPapers: Count,
  answers: Count,
  maybe: Count,
  inspirations: Count,
  recalled: Count,
  recognised: Count,
  byMail: Count,
  inReview: Count,
  disputed: Count,
  unresolved: Count,
  excluded: Count,
  flagged: Count,
  releaseReady: Count,
  contextLinked: Count,
  retrievalEvaluable: Count,
  evaluableByTier: Tiers,
  outOfPool: Count,
  withheldFromPublic: Count,
});
export type CampaignFunnel = z.output<typeof CampaignFunnel>;

/** endorsements/funnel.json: `released` follows from the rows, `evaluableByTier` from the qrels; the campaigns are stated. */
export const FunnelFile = z.strictObject({
  note: z.literal(RESPONDERS_ONLY),
  released: ReleasedCounts,
  evaluableByTier: Tiers,
  /** Release-ready pairs that the release before a patch had and this one has no more. */
  withdrawnSince: Count,
  campaigns: z.array(CampaignFunnel).min(1),
});
export type FunnelFile = z.output<typeof FunnelFile>;

/** The bytes of funnel.json. O(campaigns). */
export function writeFunnel(file: FunnelFile): string {
  return `${JSON.stringify(FunnelFile.parse(file), null, 2)}\n`;
}

/**
 * Counts rows of endorsement_pairs as the funnel counts pairs: both branches and what lies outside the pool are of those
 * that passed. O(1) a row.
 *
 * @example const tally = tallyPairs(); tally.add(row); tally.counts.releaseReady;
 */
export function tallyPairs() {
  const counts = { pairs: 0, flagged: 0, releaseReady: 0, contextLinked: 0, retrievalEvaluable: 0, outOfPool: 0 };

  return {
    counts: counts as ReleasedCounts,
    add(row: Row): void {
      counts.pairs += 1;
      if (String(row.audit_status).startsWith("flagged")) counts.flagged += 1;
      if (row.audit_status !== "passed") return;
      counts.releaseReady += 1;
      if (row.is_context_linked === true) counts.contextLinked += 1;
      if (row.is_retrieval_evaluable === true) counts.retrievalEvaluable += 1;
      if (Array.isArray(row.eligibility_flags) && row.eligibility_flags.includes("out_of_pool")) counts.outOfPool += 1;
    },
  };
}

/** The card's part about them: what the answers are worth, and the texts behind them. O(texts). */
export function endorsementWords({ funnel, texts, qrels }: ManifestEndorsements): string {
  const said = texts.map(
    ({ campaign, kind, language, version, sha256, path }) =>
      `- \`${path}\`: ${kind}, campaign ${campaign}, ${language}, version ${version}, hash \`${sha256}\``,
  );
  const sets = qrels.map(
    ({ path, tier }) => `- \`${path}\`: ${tier === null ? "all evaluable pairs" : `tier ${tier}`}`,
  );

  return [
    `${RESPONDERS_ONLY} \`${funnel}\` has every count from those invited to the pairs released.`,
    ...(said.length > 0 ? [`What they were told, asked and agreed to:\n\n${said.join("\n")}`] : []),
    ...(sets.length > 0 ? [`The evaluable set, each pair with grade 1:\n\n${sets.join("\n")}`] : []),
  ].join("\n\n");
}
