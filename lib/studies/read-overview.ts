import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";
import type { Overview, RoundOverview } from "./wire";

/** The funnel from items to answers, and who is working. Counts are of slots: done + skipped + open + held = all. */
export async function readOverview(ctx: ServiceContext, input: unknown): Promise<Overview> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const db = database(ctx);
  const [items, notLocated, judges, rounds, working] = await Promise.all([
    db.item.count({ where: { studyId } }),
    db.item.count({ where: { studyId, located: false } }),
    db.$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
      WHERE l."studyId" = ${studyId}::uuid AND r.kind = 'judge' AND NOT l.derived`,
    readRounds(ctx, studyId),
    db.$queryRaw<{ pseudonym: string; filled: number; lastAt: Date | null }[]>`
      SELECT r.pseudonym, count(*) FILTER (WHERE s.state = 'filled')::int AS filled, max(s."filledAt") AS "lastAt"
      FROM "Rater" r LEFT JOIN "Slot" s ON s."studyId" = r."studyId" AND s."raterId" = r.id
      WHERE r."studyId" = ${studyId}::uuid AND r.kind = 'human' GROUP BY 1 ORDER BY 3 DESC NULLS LAST, 1`,
  ]);

  return {
    items,
    notLocated,
    judgeLabels: judges[0]?.n ?? 0,
    rounds,
    working: working.map((row) => ({ ...row, lastAt: row.lastAt?.toISOString() ?? null })),
  };
}

type RoundRow = Omit<RoundOverview, "slots"> & RoundOverview["slots"];

async function readRounds(ctx: ServiceContext, studyId: string): Promise<RoundOverview[]> {
  const rows = await database(ctx).$queryRaw<RoundRow[]>`
    SELECT r.id AS "roundId", r.name, r.purpose::text, coalesce(d.n, 0)::int AS drawn, coalesce(e.n, 0)::int AS extra,
      s.open, s.leased, s.filled, s.skipped, s.closed, e."medianMs"
    FROM "Round" r
    LEFT JOIN LATERAL (SELECT count(DISTINCT i."itemId") AS n FROM "Sample" p JOIN "SampleItem" i ON i."studyId" = p."studyId" AND i."sampleId" = p.id
      WHERE p."studyId" = r."studyId" AND p."roundId" = r.id) d ON true
    LEFT JOIN LATERAL (SELECT
        count(*) FILTER (WHERE state = 'open' OR (state = 'leased' AND "leasedUntil" <= now()))::int AS open,
        count(*) FILTER (WHERE state = 'leased' AND "leasedUntil" > now())::int AS leased,
        count(*) FILTER (WHERE state = 'filled')::int AS filled, count(*) FILTER (WHERE state = 'skipped')::int AS skipped,
        count(*) FILTER (WHERE state = 'closed')::int AS closed
      FROM "Slot" s WHERE s."studyId" = r."studyId" AND s."roundId" = r.id) s ON true
    LEFT JOIN LATERAL (SELECT count(DISTINCT ("itemId", "raterId")) FILTER (WHERE extra) AS n,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY "elapsedMs") FILTER (WHERE NOT derived AND origin = 'studio') AS "medianMs"
      FROM "Label" l WHERE l."studyId" = r."studyId" AND l."roundId" = r.id) e ON true
    WHERE r."studyId" = ${studyId}::uuid AND r.purpose <> 'corpus' ORDER BY r.ordinal, r."createdAt"`;

  return rows.map(({ open, leased, filled, skipped, closed, ...row }) => ({
    ...row,
    slots: { open, leased, filled, skipped, closed },
  }));
}
