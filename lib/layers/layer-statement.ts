import { IMPORTED_ADJUDICATOR, settledAdjudications } from "@/lib/adjudication/settled-adjudications";
import { identifier, join, type Sql, sql } from "@/lib/db/sql";
import type { Settled } from "./decide";
import { itemCondition, mentionCounts } from "./item-condition";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";
import type { LayerLabel } from "./wire";

export type StoredLabel = Omit<LayerLabel, "counts" | "question" | "item"> & {
  raterId: string;
  kind: "human" | "judge";
  question: string;
  /** False where a derived label of an older version rests on an answer that reads otherwise now. */
  stands: boolean;
};
/** An item with everything that its row is decided from. */
export type StoredItem = {
  id: string;
  key: string;
  focal: string | null;
  target: string | null;
  settled: Settled[] | null;
  probability: number | null;
  mentions: number | null;
  windows: number | null;
  /** For each cut with a target set, in the spec's order, whether the item lies in it. */
  cuts: boolean[];
  /** Items that were labelled alike may share one array. */
  labels: readonly StoredLabel[];
};

/** key: the layer's rows in byte order of their keys. edge: those of one edge together, in that order. edgeId: in number order. */
export type LayerOrder = "key" | "edge" | "edgeId";

/** Columns that the layer has no use for are left out. bytewise: the database orders texts by their bytes anyhow, so that its index of keys can be walked. */
export function itemStatement(
  layer: ResolvedLayerSpec,
  order: LayerOrder,
  probabilityJudgeId: string | undefined,
  bytewise: boolean,
): Sql {
  const { studyId, cuts } = layer;
  const sets = cuts.flatMap((cut, i) => (cut.kind === "targets" ? [{ ...cut, ...targetJoin(studyId, cut, i) }] : []));
  const edges = order === "key" ? sql`` : sql`AND i."focalKey" IS NOT NULL AND i."targetKey" IS NOT NULL`;
  const { mentions, windows } = mentionCounts(layer.mentionFields);
  const more = [
    ...(layer.needs.settled ? [sql`a.settled`] : []),
    ...(probabilityJudgeId ? [sql`p.probability`] : []),
    ...(layer.mentionFields ? [sql`${mentions} AS mentions`, sql`${windows} AS windows`] : []),
    ...(sets.length > 0 ? [sql`ARRAY[${join(sets.map((set) => set.flag))}] AS cuts`] : []),
  ];

  return sql`
    SELECT ${join([sql`i.id, i.key, i."focalKey" AS focal, i."targetKey" AS target`, ...more])}
    FROM "Item" i ${settledJoin(layer)} ${probabilityJudgeId ? probabilityJoin(layer, probabilityJudgeId) : sql``}
    ${join(
      sets.map((set) => set.join),
      sql` `,
    )}
    WHERE i."studyId" = ${studyId}::uuid ${itemCondition(layer)} ${edges} ORDER BY ${orderBy(order, bytewise)}`;
}

function orderBy(order: LayerOrder, bytewise: boolean): Sql {
  if (order === "key" && bytewise) return sql`i.key`;
  if (order === "key") return sql`i.key COLLATE "C"`;
  if (order === "edgeId") return sql`i."focalKey"::bigint, i."targetKey"::bigint, i.key COLLATE "C"`;

  return sql`(i."focalKey" || ' ' || i."targetKey") COLLATE "C", i."focalKey" COLLATE "C", i.key COLLATE "C"`;
}

/** Labels `l` of raters `r` that the layer may rest on, as stored-items.ts reads them: for checks over all of them. */
export function eligible(layer: ResolvedLayerSpec): Sql {
  const { studyId, roundIds, needs } = layer;
  const { origins, withoutRaterIds } = layer.spec.filters;
  const whose = needs.people ? sql`true` : sql`l."raterId" = ANY(${needs.raterIds}::uuid[])`;
  const without = withoutRaterIds ? sql`AND l."raterId" <> ALL(${withoutRaterIds}::uuid[])` : sql``;
  const from = origins ? sql`AND l.origin::text = ANY(${origins}::text[])` : sql``;
  const judges = [...needs.judgeIds, ...needs.raterIds];

  return sql`l."studyId" = ${studyId}::uuid AND l.question = ANY(${layer.reading.questionIds}::text[]) AND l.unit = ''
    ${without} AND (r.kind = 'judge' AND l."raterId" = ANY(${judges}::uuid[])
      OR r.kind = 'human' AND ${whose} AND l."roundId" = ANY(${roundIds}::uuid[]) AND NOT l.extra ${from}
        AND (r."userId" IS NOT NULL OR r.name IS DISTINCT FROM ${IMPORTED_ADJUDICATOR}::text)
        AND NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
          AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state <> 'filled'))`;
}

function settledJoin(layer: ResolvedLayerSpec): Sql {
  if (!layer.needs.settled) return sql``;
  const { studyId, roundIds } = layer;
  // Read in the layer's version before they are compared: a renamed option is no difference between two adjudicators.
  const rows = layer.reading.mappings.map(
    (mapping) =>
      sql`SELECT d."itemId", ${mapping.question}::text AS question, d.value, d.decided, d.adjudicators, d.reason, d."codebookVersion"
        FROM (${settledAdjudications({ studyId, roundIds, question: mapping.question, mapping })}) d WHERE d.unit = ''`,
  );

  return sql`LEFT JOIN (SELECT d."itemId", json_agg(json_build_object('question', d.question, 'value', d.value,
      'by', d.decided, 'adjudicators', d.adjudicators, 'reason', d.reason, 'codebookVersion', d."codebookVersion")
      ORDER BY d."codebookVersion" DESC, d.question COLLATE "C") AS settled
    FROM (${join(rows, sql` UNION ALL `)}) d GROUP BY 1) a ON a."itemId" = i.id`;
}

/** An UNSURE has a probability and no derived label: then the row it would be derived from speaks for it. */
function probabilityJoin(layer: ResolvedLayerSpec, judgeId: string): Sql {
  const { question, sources } = layer.subject;

  return sql`LEFT JOIN (
    SELECT l."itemId", coalesce(max(l.probability) FILTER (WHERE l.question = ${question}::text), max(l.probability)) AS probability
    FROM "Label" l WHERE l."studyId" = ${layer.studyId}::uuid AND l.question = ANY(${sources}::text[])
      AND l."raterId" = ${judgeId}::uuid AND l.probability IS NOT NULL GROUP BY 1) p ON p."itemId" = i.id`;
}

/** A row of a target set speaks of a pair, or of the whole query where it names no target. Two joins, for hashes. */
function targetJoin(
  studyId: string,
  cut: { targetSetId: string; split: string | null },
  place: number,
): { join: Sql; flag: Sql } {
  const [pair, query] = [identifier(`pair_${place}`), identifier(`query_${place}`)];
  const entries = sql`"TargetEntry" e WHERE e."studyId" = ${studyId}::uuid AND e."setId" = ${cut.targetSetId}::uuid
    ${cut.split === null ? sql`` : sql`AND e.split = ${cut.split}`}`;

  return {
    join: sql`LEFT JOIN (SELECT DISTINCT e."focalKey", e."targetKey" FROM ${entries} AND e."targetKey" <> '') ${pair}
        ON ${pair}."focalKey" = i."focalKey" AND ${pair}."targetKey" = i."targetKey"
      LEFT JOIN (SELECT DISTINCT e."focalKey" FROM ${entries} AND e."targetKey" = '') ${query}
        ON ${query}."focalKey" = i."focalKey"`,
    flag: sql`(${pair}."focalKey" IS NOT NULL OR ${query}."focalKey" IS NOT NULL)`,
  };
}
