import type { Transaction } from "@/lib/db/client";
import type { CrossEdge } from "./cross-layer";
import { loadAnswers } from "./load-answers";

export type EdgeSource =
  /** The rhetorical layer's columns, as they came with the reference lists. */
  | { kind: "list" }
  /** What one rater (a judge, say) said of the edge's contexts to one question. */
  | { kind: "labels"; raterId: string; question: string; positive: string[] };
export type LoadedEdge = CrossEdge & {
  mentions: number | null;
  rootShare: number | null;
  maxProbability: number | null;
};
type Database = Parameters<typeof loadAnswers>[0] & Pick<Transaction, "inviteePaper" | "$queryRaw">;
type Said = { root: boolean; share: number | null; probability: number | null; mentions: number };

/**
 * Every context-linked edge of the papers whose authors answered, with what a second layer says of it. Endorsed: a
 * reviewer passed it. An edge that waits for its reviewer, or was flagged or excluded, is on neither side and left out.
 */
export async function loadEdges(
  db: Database,
  scope: { studyId: string; campaignId: string },
  source: EdgeSource,
): Promise<LoadedEdge[]> {
  const { studyId, campaignId } = scope;
  const answers = await loadAnswers(db, scope);
  const links = await db.inviteePaper.findMany({
    where: {
      studyId,
      notMineAt: null,
      invitee: {
        campaignId,
        response: { submittedAt: { not: null }, withdrawnAt: null, declinedAt: null, notMeAt: null },
      },
    },
    include: { focal: true },
  });
  const papers = new Map(links.map((link) => [link.focalId, link.focal]));
  const shown = new Set(links.filter((link) => link.listShownAt).map((link) => link.focalId));
  const references = await db.focalReference.findMany({
    where: { studyId, focalId: { in: [...papers.keys()] }, corpusId: { not: null } },
    orderBy: [{ focalId: "asc" }, { n: "asc" }],
  });
  const passed = new Set<string>();
  const unsettled = new Set<string>();
  for (const row of answers) {
    const key = `${row.focalId} ${row.corpusId}`;
    if (row.value === "yes" && row.outcome === "passed") passed.add(key);
    else unsettled.add(key);
  }
  const labels = source.kind === "labels" ? await labelled(db, studyId, source) : null;

  return references.flatMap((reference): LoadedEdge[] => {
    const focal = papers.get(reference.focalId);
    const key = `${reference.focalId} ${reference.corpusId}`;
    if (!focal || reference.corpusId === null || (unsettled.has(key) && !passed.has(key))) return [];
    const said = labels ? labels.get(`${focal.corpusId} ${reference.corpusId}`) : listed(reference);
    if (!said) return [];

    return [
      {
        focal: focal.corpusId,
        candidate: reference.corpusId,
        endorsed: passed.has(key),
        root: said.root,
        shown: shown.has(reference.focalId),
        stratum: reference.tier ?? "no tier",
        mentions: reference.mentions ?? (labels ? said.mentions : null),
        rootShare: said.share,
        maxProbability: said.probability,
      },
    ];
  });
}

/** From the columns of rhetoric_labels_paper_level; an edge without them is not context-linked. */
function listed(reference: { rhetoric: unknown; mentions: number | null }): Said | null {
  const { rhetoric, mentions } = reference;
  if (typeof rhetoric !== "object" || rhetoric === null) return null;
  const columns = rhetoric as { n_root_mentions?: number; max_root_prob?: number; root_label?: number };
  const label =
    columns.root_label ?? (columns.n_root_mentions === undefined ? undefined : Number(columns.n_root_mentions > 0));
  if (label === undefined) return null;

  return {
    root: label > 0,
    share: mentions && columns.n_root_mentions !== undefined ? columns.n_root_mentions / mentions : null,
    probability: columns.max_root_prob ?? null,
    mentions: mentions ?? 0,
  };
}

async function labelled(
  db: Pick<Transaction, "$queryRaw">,
  studyId: string,
  { raterId, question, positive }: Extract<EdgeSource, { kind: "labels" }>,
): Promise<Map<string, Said>> {
  const rows = await db.$queryRaw<
    { focal: string; target: string; n: number; roots: number; probability: number | null }[]
  >`
    SELECT i."focalKey" AS focal, i."targetKey" AS target, count(*)::int AS n,
      count(*) FILTER (WHERE l.value = ANY(${positive}))::int AS roots, max(l.probability) AS probability
    FROM "Label" l JOIN "Item" i ON i."studyId" = l."studyId" AND i.id = l."itemId"
    WHERE l."studyId" = ${studyId}::uuid AND l."raterId" = ${raterId}::uuid AND l.question = ${question}
      AND i."focalKey" IS NOT NULL AND i."targetKey" IS NOT NULL
    GROUP BY 1, 2`;

  return new Map(
    rows.map(({ focal, target, n, roots, probability }) => [
      `${focal} ${target}`,
      { root: roots > 0, share: roots / n, probability, mentions: n },
    ]),
  );
}
