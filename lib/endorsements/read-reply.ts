import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { findPapers } from "@/lib/pools/find-papers";
import { parseReply } from "./parse-reply";
import { RepliesInput, ReplyInput } from "./reply-schema";
import type { ReplyRow, ReplyView } from "./wire";

const POOL_LOOKUPS = 50;

export async function listReplies(ctx: ServiceContext, input: unknown): Promise<ReplyRow[]> {
  const { studyId, campaignId } = RepliesInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  await findCampaign(database(ctx), studyId, campaignId);
  const rows = await database(ctx).mailReply.findMany({
    where: { studyId, campaignId },
    include: { invitee: { select: { email: true, name: true } } },
    orderBy: { createdAt: "desc" },
  });
  const counts = await database(ctx).endorsement.groupBy({
    by: ["mailReplyId"],
    where: { studyId, mailReplyId: { in: rows.map((row) => row.id) } },
    _count: true,
  });
  const confirmed = new Map(counts.map((row) => [row.mailReplyId, row._count]));

  return rows.map((row) => ({
    replyId: row.id,
    email: row.invitee.email,
    name: row.invitee.name,
    receivedAt: row.receivedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    confirmed: confirmed.get(row.id) ?? 0,
  }));
}

/** A reply with what may be read in it: proposals against the lists of the writer's papers, and the pool. */
export async function readReply(ctx: ServiceContext, input: unknown): Promise<ReplyView> {
  const { studyId, campaignId, replyId } = ReplyInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const db = database(ctx);
  const { poolId, languages } = await findCampaign(db, studyId, campaignId);
  const reply = await db.mailReply.findUnique({
    where: { studyId_id: { studyId, id: replyId } },
    include: {
      invitee: {
        include: {
          response: { include: { endorsements: true } },
          papers: {
            where: { notMineAt: null },
            include: { focal: { include: { references: { orderBy: { n: "asc" } } } } },
            orderBy: { n: "asc" },
          },
        },
      },
    },
  });
  if (!reply || reply.campaignId !== campaignId) throw notFound("This reply");
  const { invitee } = reply;
  const { response } = invitee;
  const papers = invitee.papers.map(({ focal }) => ({
    focalId: focal.id,
    title: focal.title,
    references: focal.references,
  }));
  const said = response?.endorsements ?? [];
  const proposals: ReplyView["proposals"] = [];
  for (const proposal of parseReply(reply.text ?? "", papers)) {
    const { n, doi, title, year, focalId } = proposal;
    const look = n === null && poolId !== null && proposals.length < POOL_LOOKUPS;
    const text = doi ?? (year === null ? title : `${title} (${year})`);
    const hits = look ? await findPapers(db, { studyId, poolId, text, limit: 5 }) : [];
    proposals.push({
      ...proposal,
      pool: hits.map(({ by, paper }) => ({
        corpusId: paper.corpusId,
        title: paper.title ?? paper.corpusId,
        year: paper.year,
        near: by === "near",
      })),
      known: said.some((row) => row.focalId === focalId && (n === null ? row.title === title : row.referenceN === n)),
    });
  }
  const ended = invitee.erasedAt !== null || response?.declinedAt || response?.notMeAt;
  const agreed = response?.consentAt && !response.withdrawnAt;

  return {
    replyId,
    email: invitee.email,
    name: invitee.name,
    receivedAt: reply.receivedAt?.toISOString() ?? null,
    createdAt: reply.createdAt.toISOString(),
    confirmed: said.filter((row) => row.mailReplyId === replyId).length,
    text: reply.text,
    papers: papers.map(({ focalId, title }) => ({ focalId, title })),
    consent: ended ? "ended" : agreed ? "given" : "missing",
    languages,
    proposals,
  };
}
