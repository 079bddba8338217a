import { Collects } from "@/lib/campaigns/wire";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { answerOf } from "./answer-view";
import { consentIsCurrent, type Held, maskEmail, newestText, openInvitation } from "./internal";
import { orderReferences } from "./order-references";
import { HeldInput } from "./schema";
import type { EndorsePaper, EndorseStage, EndorseText, EndorseView } from "./wire";

/** What the holder of a link sees: their papers, and their own answers. Never tiers, mentions, or anybody else's. */
export async function readEndorsement(ctx: ServiceContext, input: unknown): Promise<EndorseView> {
  const { token } = HeldInput.parse(input);
  const db = database(ctx);
  const held = await openInvitation(db, token);
  const { campaign, response, email } = held.invitee;
  const collects = Collects.parse(campaign.collects);
  const stage = stageOf(held);
  // Before consent there is nothing to answer, and a forwarded link shows no list.
  const papers = await papersOf(db, held, collects.referenceList === "after" && stage !== "consent");
  const where = response && { studyId: held.studyId, responseId: response.id };
  const endorsements = where ? await db.endorsement.findMany({ where, orderBy: { id: "asc" } }) : [];
  const inspirations = where ? await db.inspiration.findMany({ where, orderBy: { id: "asc" } }) : [];
  const corpusIdOf = new Map(held.invitee.papers.map(({ focalId, focal }) => [focalId, focal.corpusId]));
  const titleOf = new Map<string, string>(
    papers.flatMap(({ focalId, references }) => references.map(({ n, title }) => [`${focalId} ${n}`, title] as const)),
  );

  return {
    campaign: {
      name: campaign.name,
      studyName: campaign.study.name,
      sender: campaign.senderName,
      contact: campaign.contact,
      closesAt: campaign.closesAt?.toISOString() ?? null,
      closed: held.closed,
      languages: campaign.languages,
      collects,
    },
    texts: Object.fromEntries(campaign.languages.map((language) => [language, textsIn(held, language)])),
    respondentId: held.inviteeId,
    maskedEmail: maskEmail(email),
    stage,
    consentCurrent: consentIsCurrent(held),
    publishIdentity: response?.publishIdentity ?? false,
    language: response?.language ?? null,
    revision: response?.revision ?? 0,
    submittedAt: response?.submittedAt?.toISOString() ?? null,
    papers,
    answers: endorsements.map(answerOf),
    inspirations: inspirations.map(({ id, focalId, kind, text }) => ({ inspirationId: id, focalId, kind, text })),
    willBePublished: endorsements
      .filter((row) => row.value === "yes" && response?.publishIdentity)
      .map((row) => ({
        focalCorpusId: corpusIdOf.get(row.focalId) ?? "",
        candidateCorpusId: row.corpusId,
        title: row.title ?? titleOf.get(`${row.focalId} ${row.referenceN}`) ?? "",
      })),
  };
}

function stageOf(held: Held): EndorseStage {
  const { response } = held.invitee;
  if (response?.declinedAt) return "declined";
  if (response?.notMeAt) return "not_me";
  if (response?.withdrawnAt) return "withdrawn";
  if (!response || !consentIsCurrent(held)) return "consent";

  return response.submittedAt ? "submitted" : "answering";
}

function textsIn(held: Held, language: string) {
  const text = (kind: string): EndorseText => {
    const found = newestText(held, kind, language);

    return found && { markdown: found.markdown, sha256: found.sha256 };
  };

  return { information: text("information"), consent: text("consent"), question: text("question"), help: text("help") };
}

async function papersOf(
  db: Pick<Transaction, "focalReference">,
  held: Held,
  withLists: boolean,
): Promise<EndorsePaper[]> {
  const rows = withLists
    ? await db.focalReference.findMany({
        where: { studyId: held.studyId, focalId: { in: held.invitee.papers.map((paper) => paper.focalId) } },
        select: { focalId: true, n: true, title: true, year: true, venue: true, authors: true, section: true },
        orderBy: [{ focalId: "asc" }, { n: "asc" }],
      })
    : [];

  return held.invitee.papers.map(({ focalId, focal, seed, listShownAt, notMineAt }) => ({
    focalId,
    title: focal.title,
    year: focal.year,
    venue: focal.venue,
    authors: focal.authors,
    notMine: notMineAt !== null,
    listShown: listShownAt !== null,
    references: orderReferences(
      rows.filter((row) => row.focalId === focalId).map(({ focalId: _, ...reference }) => reference),
      seed,
    ),
  }));
}
