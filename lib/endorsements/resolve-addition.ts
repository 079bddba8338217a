import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { normaliseTitle, titleSimilarity } from "@/lib/corpus/normalise-title";
import { database, type Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { notFound, ServiceError } from "@/lib/errors";
import { findPapers } from "@/lib/pools/find-papers";
import { basisHashOf } from "./basis-hash";
import { answerChanged, lockAnswer } from "./review-pair";
import { MatchesInput, ResolveInput } from "./review-schema";
import type { WorkMatch } from "./wire";

/** Works that an addition may mean, in the list and the pool, the surest first. Nothing is joined by them. */
export async function additionMatches(ctx: ServiceContext, input: unknown): Promise<WorkMatch[]> {
  const { studyId, campaignId, endorsementId, text } = MatchesInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator"]);
  const db = database(ctx);
  const { poolId } = await findCampaign(db, studyId, campaignId);
  const row = await db.endorsement.findUnique({
    where: { studyId_id: { studyId, id: endorsementId } },
    include: { response: { select: { campaignId: true } } },
  });
  if (!row || row.response.campaignId !== campaignId) throw notFound("This pair");
  const listed = await listMatches(db, row, text ?? row.title ?? "");
  const typed = [text ?? "", row.doi ?? "", row.title ? `${row.title}${row.year ? ` (${row.year})` : ""}` : ""];
  const found = new Map<string, WorkMatch>(listed.map((match) => [match.corpusId, match] as const));
  for (const wanted of typed) {
    if (poolId === null || wanted === "") continue;
    for (const { by, similarity, paper } of await findPapers(db, { studyId, poolId, text: wanted, limit: 10 })) {
      if (found.has(paper.corpusId)) continue;
      const { corpusId, year } = paper;
      found.set(corpusId, { corpusId, title: paper.title ?? "", year, from: "pool", by, similarity });
    }
  }
  const order = ["id", "doi", "arxiv", "title_year", "title", "near"];

  return [...found.values()]
    .sort((a, b) => order.indexOf(a.by) - order.indexOf(b.by) || b.similarity - a.similarity)
    .slice(0, 20);
}

async function listMatches(
  db: Pick<Transaction, "focalReference">,
  row: { studyId: string; focalId: string; year: number | null; doi: string | null },
  text: string,
): Promise<WorkMatch[]> {
  const references = await db.focalReference.findMany({
    where: { studyId: row.studyId, focalId: row.focalId, corpusId: { not: null } },
    select: { corpusId: true, title: true, titleKey: true, year: true, doi: true },
  });
  const key = normaliseTitle(text);

  return references.flatMap(({ corpusId, title, titleKey, year, doi }): WorkMatch[] => {
    if (corpusId === null) return [];
    const match = { corpusId, title, year, from: "list" as const };
    if (text === corpusId) return [{ ...match, by: "id", similarity: 1 }];
    if (doi !== null && doi === row.doi) return [{ ...match, by: "doi", similarity: 1 }];
    const similarity = titleSimilarity(key, titleKey);
    if (key !== "" && key === titleKey) {
      return [{ ...match, by: row.year !== null && row.year === year ? "title_year" : "title", similarity: 1 }];
    }

    return similarity >= 0.3 ? [{ ...match, by: "near", similarity }] : [];
  });
}

/** A reviewer says which work was meant. It must be in the list or the pool, or, where there is no pool, any id. */
export async function resolveAddition(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ endorsementId: string; basisHash: string }> {
  const { studyId, campaignId, endorsementId, corpusId, basisHash } = ResolveInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator"]);

  return withTransaction(ctx, async (tx) => {
    const row = await lockAnswer(tx, { studyId, campaignId, endorsementId });
    if (basisHashOf(row) !== basisHash) throw answerChanged();
    if (row.referenceN !== null && row.resolvedBy === "list") {
      throw new ServiceError("conflict", "Not changed: this work is in the paper's own list, which names it.");
    }
    const { poolId } = await findCampaign(tx, studyId, campaignId);
    if (corpusId !== null) await known(tx, { studyId, poolId, focalId: row.focalId, corpusId });
    const changed = await tx.endorsement.update({
      where: { studyId_id: { studyId, id: endorsementId } },
      data: {
        corpusId,
        resolvedBy: corpusId === null ? null : "reviewer",
        resolvedById: ctx.actor.kind === "user" ? ctx.actor.userId : null,
        resolvedAt: corpusId === null ? null : new Date(),
      },
    });
    await recordAudit(tx, ctx, { studyId, action: "endorse.resolve", subject: endorsementId, detail: { corpusId } });

    return { endorsementId, basisHash: basisHashOf(changed) };
  });
}

async function known(
  tx: Transaction,
  { studyId, poolId, focalId, corpusId }: { studyId: string; poolId: string | null; focalId: string; corpusId: string },
): Promise<void> {
  const inList = await tx.focalReference.count({ where: { studyId, focalId, corpusId } });
  if (inList > 0 || poolId === null) return;
  const inPool = await tx.poolEntry.count({ where: { studyId, poolId, corpusId } });
  if (inPool > 0) return;
  // Outside the pool it can be named all the same: it is counted, and kept out of the evaluable set.
  if (!/^[A-Za-z0-9._:/-]{1,200}$/.test(corpusId)) {
    throw new ServiceError("unprocessable", "Not saved: this is no corpus id.");
  }
}
