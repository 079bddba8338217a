import { join, type Sql, sql } from "@/lib/db/sql";
import type { MentionFields, ResolvedLayerSpec } from "./resolve-layer-spec";
import type { LayerSpec } from "./wire";

type FieldFilter = NonNullable<LayerSpec["filters"]["fields"]>[number];

/** Conditions on `"Item" i` from a layer's filters, each led by AND. Names of fields are parameters like all else. */
export function itemCondition(layer: ResolvedLayerSpec): Sql {
  const { studyId, roundIds } = layer;
  const { strata, located, withoutFlagged, fields = [] } = layer.spec.filters;
  const parts = fields.flatMap(fieldConditions);
  if (located !== undefined) parts.push(sql`i.located IS NOT DISTINCT FROM ${located}::boolean`);
  if (strata) {
    parts.push(sql`i.id IN (SELECT m."itemId" FROM "SampleItem" m
      JOIN "Sample" q ON q."studyId" = m."studyId" AND q.id = m."sampleId"
      WHERE m."studyId" = ${studyId}::uuid AND q."roundId" = ANY(${roundIds}::uuid[]) AND m.stratum = ANY(${strata}::text[]))`);
  }
  if (withoutFlagged) {
    parts.push(sql`NOT EXISTS (SELECT 1 FROM "Label" f WHERE f."studyId" = ${studyId}::uuid AND f."itemId" = i.id
      AND f.question = '_flag' AND f."roundId" = ANY(${roundIds}::uuid[]))`);
  }

  return join(
    parts.map((part) => sql`AND ${part}`),
    sql` `,
  );
}

function fieldConditions({ field, is, atLeast, atMost }: FieldFilter): Sql[] {
  const text = sql`(i.content ->> ${field}::text)`;
  const number = sql`CASE WHEN jsonb_typeof(i.content -> ${field}::text) = 'number' THEN ${text}::float8 END`;

  return [
    ...(is ? [sql`${text} = ANY(${is.map(String)}::text[])`] : []),
    ...(atLeast === undefined ? [] : [sql`${number} >= ${atLeast}::float8`]),
    ...(atMost === undefined ? [] : [sql`${number} <= ${atMost}::float8`]),
  ];
}

/**
 * How often an item's work is cited. mentions: the number that the item gives, else its windows as they came. windows:
 * the distinct ones. Both are lower bounds where windows were cut from a text.
 */
export function mentionCounts(fields: MentionFields | null): { mentions: Sql; windows: Sql; given: Sql } {
  if (!fields) return { mentions: sql`NULL::int`, windows: sql`NULL::int`, given: sql`false` };
  const array = sql`CASE WHEN jsonb_typeof(i.content -> ${fields.windows ?? ""}::text) = 'array'
    THEN i.content -> ${fields.windows ?? ""}::text END`;
  const given = sql`(jsonb_typeof(i.content -> ${fields.given ?? ""}::text) IS NOT DISTINCT FROM 'number')`;

  return {
    given,
    mentions: sql`CASE WHEN ${given} THEN (i.content ->> ${fields.given ?? ""}::text)::float8::int
      ELSE jsonb_array_length(${array}) END`,
    windows: sql`(SELECT CASE WHEN ${array} IS NULL THEN NULL
        ELSE count(DISTINCT coalesce(w.value ->> 'context', w.value ->> 'text', w.value #>> '{}'))::int END
      FROM jsonb_array_elements(${array}) w)`,
  };
}
