import type { Snapshot } from "@/lib/db/snapshot";
import { type Sql, sql } from "@/lib/db/sql";
import type { LintFacts, Suspects } from "./lint";
import type { ReleasePlan } from "./wire";

/** Rows that a finding shows. */
const SHOWN = 100;
type Pair = { set: string; focal: string; target: string };

/** Of the pool and the sets that a plan names: what splits, tiers and cut-off dates must not show. */
export async function setFacts(
  snapshot: Snapshot,
  studyId: string,
  plan: ReleasePlan,
): Promise<Pick<LintFacts, "targetSets" | "authors" | "notNested" | "outsidePool" | "late">> {
  const names = [...new Set([...plan.targetSets, ...plan.tiers])];
  const sets = await snapshot.rows<LintFacts["targetSets"][number] & { id: string }>(sql`
    SELECT id, name, kind::text, sha256, rows FROM "TargetSet"
    WHERE "studyId" = ${studyId}::uuid AND name = ANY(${names}::text[]) ORDER BY name COLLATE "C"`);
  const ids = sets.map((set) => set.id);

  return {
    targetSets: sets.map(({ name, kind, sha256, rows }) => ({ name, kind, sha256, rows })),
    authors: await authorsInTwo(snapshot, studyId, ids),
    notNested: await notNested(snapshot, studyId, plan.tiers),
    ...(await againstPool(snapshot, studyId, plan, ids)),
  };
}

async function suspects<Row extends object>(snapshot: Snapshot, statement: Sql): Promise<Suspects<Row>> {
  const rows = await snapshot.rows<Row & { total: number }>(
    sql`SELECT q.*, (count(*) OVER ())::int AS total FROM (${statement}) q LIMIT ${SHOWN}`,
  );
  const total = rows[0]?.total ?? 0;

  return { rows: rows.map(({ total: _, ...row }) => row as unknown as Row), total };
}

/** A row's own split counts; where it names none, the set is the split. */
function authorsInTwo(snapshot: Snapshot, studyId: string, ids: string[]): Promise<LintFacts["authors"]> {
  return suspects(
    snapshot,
    sql`SELECT e."authorKey" COLLATE "C" AS author, array_agg(DISTINCT coalesce(nullif(e.split, ''), s.name)) AS splits
      FROM "TargetEntry" e JOIN "TargetSet" s ON s."studyId" = e."studyId" AND s.id = e."setId"
      WHERE e."studyId" = ${studyId}::uuid AND e."setId" = ANY(${ids}::uuid[]) AND e."authorKey" <> ''
        AND (s.kind = 'split' OR e.split <> '')
      GROUP BY 1 HAVING count(DISTINCT coalesce(nullif(e.split, ''), s.name)) > 1 ORDER BY 1`,
  );
}

async function notNested(
  snapshot: Snapshot,
  studyId: string,
  tiers: readonly string[],
): Promise<LintFacts["notNested"]> {
  const found: LintFacts["notNested"]["rows"][number][] = [];
  let total = 0;
  for (const [place, outer] of tiers.slice(0, -1).entries()) {
    const inner = tiers[place + 1] ?? "";
    const pairs = (name: string) => sql`SELECT e."focalKey", e."targetKey" FROM "TargetEntry" e
      JOIN "TargetSet" s ON s."studyId" = e."studyId" AND s.id = e."setId"
      WHERE e."studyId" = ${studyId}::uuid AND s.name = ${name}::text AND e."targetKey" <> ''`;
    const missing = await suspects<LintFacts["notNested"]["rows"][number]>(
      snapshot,
      sql`SELECT ${inner}::text AS set, ${outer}::text AS outer, m."focalKey" COLLATE "C" AS focal, m."targetKey" COLLATE "C" AS target
        FROM (${pairs(inner)} EXCEPT ${pairs(outer)}) m ORDER BY 3, 4`,
    );
    found.push(...missing.rows);
    total += missing.total;
  }

  return { rows: found.slice(0, SHOWN), total };
}

async function againstPool(
  snapshot: Snapshot,
  studyId: string,
  plan: ReleasePlan,
  ids: string[],
): Promise<Pick<LintFacts, "outsidePool" | "late">> {
  const [pool] = plan.pool
    ? await snapshot.rows<{ id: string }>(
        sql`SELECT id FROM "Pool" WHERE "studyId" = ${studyId}::uuid AND name = ${plan.pool}::text`,
      )
    : [];
  const nothing = { rows: [], total: 0 };
  if (!pool) return { outsidePool: nothing, late: nothing };
  const targets = sql`SELECT s.name AS set, e."focalKey" AS focal, e."targetKey" AS target
      FROM "TargetEntry" e JOIN "TargetSet" s ON s."studyId" = e."studyId" AND s.id = e."setId"
      WHERE e."studyId" = ${studyId}::uuid AND e."setId" = ANY(${ids}::uuid[]) AND e."targetKey" <> ''
    UNION SELECT 'items', i."focalKey", i."targetKey" FROM "Item" i
      WHERE i."studyId" = ${studyId}::uuid AND i."focalKey" IS NOT NULL AND i."targetKey" IS NOT NULL`;
  const ranked = sql`SELECT DISTINCT 'run ' || r.name AS set, e.query AS focal, e.document AS target, r.name AS run
    FROM "RunEntry" e JOIN "Run" r ON r."studyId" = e."studyId" AND r.id = e."runId"
    WHERE e."studyId" = ${studyId}::uuid`;
  const cutOffs = sql`SELECT e."focalKey", min(e."cutOff") AS "cutOff" FROM "TargetEntry" e
    WHERE e."studyId" = ${studyId}::uuid AND e."setId" = ANY(${ids}::uuid[]) AND e."cutOff" IS NOT NULL GROUP BY 1`;
  // Of a year alone nothing is known within it: only a later year is surely after the cut-off.
  const published = sql`coalesce(p."publishedOn", make_date(p.year, 1, 1))`;
  const late = (rows: Sql, run: Sql) => sql`
    SELECT c.set COLLATE "C" AS set, c.focal COLLATE "C" AS focal, c.target COLLATE "C" AS target, ${run} AS run, to_char(${published}, 'YYYY-MM-DD') AS published,
      to_char(k."cutOff", 'YYYY-MM-DD') AS "cutOff"
    FROM (${rows}) c JOIN (${cutOffs}) k ON k."focalKey" = c.focal
    JOIN "PoolEntry" p ON p."studyId" = ${studyId}::uuid AND p."poolId" = ${pool.id}::uuid AND p."corpusId" = c.target
    WHERE ${published} > k."cutOff" ORDER BY 1, 2, 3`;
  const lateTargets = await suspects<Late>(snapshot, late(targets, sql`NULL::text`));
  const lateRanked = await suspects<Late>(snapshot, late(ranked, sql`c.run`));

  return {
    outsidePool: await suspects<Pair>(
      snapshot,
      sql`SELECT t.set COLLATE "C" AS set, t.focal COLLATE "C" AS focal, t.target COLLATE "C" AS target FROM (${targets}) t WHERE NOT EXISTS (SELECT 1 FROM "PoolEntry" p
        WHERE p."studyId" = ${studyId}::uuid AND p."poolId" = ${pool.id}::uuid AND p."corpusId" = t.target)
        ORDER BY 1, 2, 3`,
    ),
    late: {
      rows: [...lateTargets.rows.map(({ run: _, ...row }) => row), ...lateRanked.rows.map(withRun)],
      total: lateTargets.total + lateRanked.total,
    },
  };
}

type Late = Pair & { published: string; cutOff: string; run: string | null };

function withRun({ run, ...row }: Late) {
  return { ...row, run: run ?? "" };
}
