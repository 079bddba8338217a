import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import type { Manifest } from "@/lib/release-files/manifest";
import type { Answered } from "./other-versions";
import { COUNTED, labelsIn, type ReleaseScope, strataOf } from "./release-scope";
import type { Profile, ReleasePlan } from "./wire";

type Part<K extends keyof Manifest> = Pick<Manifest, K>;

/** What the manifest says of raters, rounds and labels: each count is one over the rows of labels.* and items.*. */
export async function labelFacts(
  snapshot: Snapshot,
  scope: ReleaseScope,
): Promise<Part<"raters" | "rounds" | "labelCounts" | "coverage"> & { versions: number[] }> {
  const raters = await snapshot.rows<Manifest["raters"][number]>(sql`
    SELECT r.pseudonym COLLATE "C" AS rater, r.kind::text AS kind, count(*)::int AS labels, count(DISTINCT l."itemId")::int AS items
    FROM ${labelsIn(scope)} GROUP BY 1, 2 ORDER BY 1`);
  const rounds = await snapshot.rows<Manifest["rounds"][number]>(sql`
    SELECT o.name COLLATE "C" AS name, o.purpose::text AS purpose, count(DISTINCT l."itemId")::int AS items, count(*)::int AS labels
    FROM ${labelsIn(scope)} GROUP BY 1, 2 ORDER BY 1`);
  const counts = await snapshot.rows<{ question: string; value: string; n: number; versions: number[] }>(sql`
    SELECT l.question COLLATE "C" AS question, l.value COLLATE "C" AS value, count(*)::int AS n, array_agg(DISTINCT l."codebookVersion") AS versions
    FROM ${labelsIn(scope)} GROUP BY 1, 2 ORDER BY 1, 2`);
  const coverage = await snapshot.rows<Manifest["coverage"][number]>(sql`
    SELECT coalesce(s.stratum, '') AS stratum, count(*)::int AS items, count(h."itemId")::int AS labelled
    FROM "Item" k LEFT JOIN (${strataOf(scope)}) s ON s."itemId" = k.id
    LEFT JOIN (SELECT DISTINCT l."itemId" FROM ${labelsIn(scope)} AND r.kind = 'human' AND ${COUNTED}) h ON h."itemId" = k.id
    WHERE k."studyId" = ${scope.studyId}::uuid GROUP BY 1 ORDER BY min(k.key COLLATE "C")`);
  const labelCounts: Manifest["labelCounts"] = {};
  for (const { question, value, n } of counts) labelCounts[question] = { ...labelCounts[question], [value]: n };
  const versions = [...new Set(counts.flatMap((row) => row.versions))].toSorted((a, b) => a - b);

  return { raters, rounds, labelCounts, coverage, versions };
}

/** Who answered what among the counted labels, and under which versions. */
export async function answeredIn(snapshot: Snapshot, scope: ReleaseScope) {
  return snapshot.rows<Answered>(sql`
    SELECT l.question, r.pseudonym AS rater, r.kind::text AS kind, l."codebookVersion" AS version, count(*)::int AS labels
    FROM ${labelsIn(scope)} AND ${COUNTED} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`);
}

/** Judges as their imports or runs describe them. */
export async function judgeFacts(snapshot: Snapshot, scope: ReleaseScope): Promise<Manifest["judges"]> {
  const rows = await snapshot.rows<Omit<Manifest["judges"][number], "promptsTried">>(sql`
    SELECT r.pseudonym COLLATE "C" AS rater, coalesce(r.name, r.pseudonym) AS name, r.model, r.run::text AS run,
      r."promptHash" AS "promptSha256", r.parameters
    FROM "Rater" r WHERE r."studyId" = ${scope.studyId}::uuid AND r.kind = 'judge' ORDER BY 1`);

  return rows.map((row) => ({ ...row, promptsTried: promptsTried(row.parameters) }));
}

function promptsTried(parameters: unknown): number | null {
  if (typeof parameters !== "object" || parameters === null) return null;
  const found = Object.entries(parameters).find(([name]) => ["promptsTried", "prompts_tried"].includes(name))?.[1];

  return typeof found === "number" && Number.isInteger(found) && found > 0 ? found : null;
}

type Drawn = { id: string; name: string; drawn: number; size: number; low: number; high: number };

/** The draws of the release's rounds. A stratum's size is the sum of its weights: exact where items had equal chances. */
export async function sampleFacts(snapshot: Snapshot, scope: ReleaseScope): Promise<Manifest["samples"]> {
  const where = sql`p."studyId" = ${scope.studyId}::uuid AND p."roundId" = ANY(${scope.roundIds}::uuid[])`;
  const samples = await snapshot.rows<Omit<Manifest["samples"][number], "strata"> & { id: string }>(sql`
    SELECT p.id, o.name AS round, p.seed, p.generator, p."frameHash" AS "frameSha256", p."frameSize" AS "frameSize"
    FROM "Sample" p JOIN "Round" o ON o."studyId" = p."studyId" AND o.id = p."roundId"
    WHERE ${where} ORDER BY p."createdAt", p.id`);
  const strata = await snapshot.rows<Drawn>(sql`
    SELECT p.id, x.stratum COLLATE "C" AS name, count(*)::int AS drawn, round(sum(x.weight))::int AS size,
      min(x."inclusionProbability") AS low, max(x."inclusionProbability") AS high
    FROM "Sample" p JOIN "SampleItem" x ON x."studyId" = p."studyId" AND x."sampleId" = p.id
    WHERE ${where} GROUP BY 1, 2 ORDER BY 2`);

  return samples.map(({ id, ...sample }) => ({
    ...sample,
    strata: strata
      .filter((stratum) => stratum.id === id)
      .map(({ name, drawn, size, low, high }) => ({
        ...{ name, drawn, size },
        inclusionProbability: high - low < 1e-12 ? high : null,
      })),
  }));
}

/** Pool, target sets and splits that the plan names. */
export async function setsOf(
  snapshot: Snapshot,
  studyId: string,
  plan: ReleasePlan,
): Promise<Part<"pool" | "targetSets" | "splits">> {
  const names = [...new Set([...plan.targetSets, ...plan.tiers])];
  const [pool] = await snapshot.rows<{ name: string; sha256: string; bytes: string; size: number }>(sql`
    SELECT name, sha256, bytes::text AS bytes, size FROM "Pool" WHERE "studyId" = ${studyId}::uuid AND name = ${plan.pool ?? ""}::text`);
  const targetSets = await snapshot.rows<Manifest["targetSets"][number]>(sql`
    SELECT name, kind::text AS kind, sha256, rows FROM "TargetSet"
    WHERE "studyId" = ${studyId}::uuid AND name = ANY(${names}::text[]) ORDER BY name COLLATE "C"`);
  const splits = await snapshot.rows<Manifest["splits"][number]>(sql`
    SELECT coalesce(nullif(e.split, ''), s.name) COLLATE "C" AS name, count(DISTINCT e."focalKey")::int AS queries,
      CASE WHEN count(DISTINCT e."cutOff") = 1 THEN to_char(min(e."cutOff"), 'YYYY-MM-DD') END AS "cutOff"
    FROM "TargetEntry" e JOIN "TargetSet" s ON s."studyId" = e."studyId" AND s.id = e."setId"
    WHERE e."studyId" = ${studyId}::uuid AND s.name = ANY(${names}::text[]) AND (s.kind = 'split' OR e.split <> '')
    GROUP BY 1 ORDER BY 1`);

  return { pool: pool ? { ...pool, bytes: Number(pool.bytes) } : null, targetSets, splits };
}

/** When the last thing in the release happened; to the day where it is public. */
export async function lastEvent(snapshot: Snapshot, scope: ReleaseScope, profile: Profile): Promise<string> {
  const [row] = await snapshot.rows<{ at: Date | null }>(sql`SELECT greatest(
    (SELECT max(l.at) FROM ${labelsIn(scope)}),
    (SELECT max(d.at) FROM "Adjudication" d WHERE d."studyId" = ${scope.studyId}::uuid AND d."roundId" = ANY(${scope.roundIds}::uuid[])),
    (SELECT max(k."createdAt") FROM "Item" k WHERE k."studyId" = ${scope.studyId}::uuid),
    (SELECT max(c."createdAt") FROM "Codebook" c WHERE c."studyId" = ${scope.studyId}::uuid)) AS at`);
  const at = (row?.at ?? new Date(0)).toISOString();

  return profile === "public" ? `${at.slice(0, 10)}T00:00:00.000Z` : at;
}

/** Whether all papers are named by whole numbers of 64 bits, written as numbers are. */
export async function idTypeOf(snapshot: Snapshot, studyId: string): Promise<Manifest["ids"]> {
  const whole = sql`~ '^(0|-?[1-9][0-9]{0,17})$'`;
  const [row] = await snapshot.rows<{ all: boolean; any: boolean }>(sql`
    SELECT coalesce(bool_and(coalesce(k."focalKey" ${whole}, true) AND coalesce(k."targetKey" ${whole}, true)), true) AS all,
      coalesce(bool_or(k."focalKey" IS NOT NULL OR k."targetKey" IS NOT NULL), false) AS any
    FROM "Item" k WHERE k."studyId" = ${studyId}::uuid`);

  return row?.all && row.any ? "int64" : "string";
}

/** Answers that were given and taken back since, by whomever: how many, and nothing else. */
export async function withdrawnIn(snapshot: Snapshot, { studyId, roundIds }: ReleaseScope): Promise<number> {
  const [row] = await snapshot.rows<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM (SELECT DISTINCT e."roundId", e."itemId", e.unit, e."raterId", e.question
      FROM "LabelEvent" e WHERE e."studyId" = ${studyId}::uuid AND e."roundId" = ANY(${roundIds}::uuid[])
        AND left(e.question, 1) <> '_') e
    WHERE NOT EXISTS (SELECT 1 FROM "Label" l WHERE l."studyId" = ${studyId}::uuid AND l."roundId" = e."roundId"
      AND l."itemId" = e."itemId" AND l.unit = e.unit AND l."raterId" = e."raterId" AND l.question = e.question)`);

  return row?.n ?? 0;
}
