import { conditionReferences } from "@/lib/codebooks/condition-references";
import type { Codebook } from "@/lib/codebooks/schema";
import { prisma } from "@/lib/db/client";
import type { RaterKind } from "@/lib/db/generated/enums";

export type Known = { fields: Record<string, unknown>; answers: Record<string, string> };

/** What the database knows of the items of some records and of their raters' earlier answers. */
export type Lookup = (
  rows: readonly { key: string; rater: string }[],
) => Promise<(key: string, rater: string) => Known>;

export const NOTHING: Known = { fields: {}, answers: {} };

/**
 * Derived labels may rest on the item's fields and on answers that came by an earlier import. Each is fetched only where
 * the codebook's rules read it. A list comes back as nulls of the same number, since rules count and never look inside.
 */
export function itemLookup(codebook: Codebook, studyId: string, roundId: string | null, kind: RaterKind): Lookup {
  const fields = fieldsRead(codebook);
  const derives = codebook.derived.some((label) => !label.ofItem);
  let raters: Promise<Set<string>> | undefined;

  return async (rows) => {
    if (!derives || rows.length === 0) return () => NOTHING;
    raters ??= raterNames(studyId, kind);
    const before = await raters;
    const keys = [...new Set(rows.map((row) => row.key))];
    const names = [...new Set(rows.map((row) => row.rater))].filter((name) => before.has(name));
    const byKey = fields.length > 0 ? await readFields(studyId, keys, fields) : new Map<string, Known["fields"]>();
    const byRater =
      names.length > 0 && roundId !== null
        ? await readAnswers(studyId, roundId, kind, keys, names)
        : new Map<string, Known["answers"]>();

    return (key, rater) => ({
      fields: byKey.get(key) ?? NOTHING.fields,
      answers: byRater.get(`${rater}\n${key}`) ?? NOTHING.answers,
    });
  };
}

function fieldsRead(codebook: Codebook): string[] {
  const conditions = [
    ...codebook.questions.flatMap(({ askWhen }) => askWhen ?? []),
    ...codebook.derived.flatMap(({ rule }) => ("when" in rule ? rule.when : [])),
  ];
  const named = conditions
    .flatMap((condition) => conditionReferences(condition))
    .filter(({ kind }) => kind === "field")
    .map(({ id }) => id);

  return [
    ...new Set(
      named.flatMap((id) => {
        const field = codebook.item.fields.find((candidate) => candidate.id === id);
        return field?.type === "count" ? [field.given, field.of].filter((name) => name !== undefined) : [id];
      }),
    ),
  ];
}

async function raterNames(studyId: string, kind: RaterKind): Promise<Set<string>> {
  const rows = await prisma().rater.findMany({ where: { studyId, kind, name: { not: null } }, select: { name: true } });

  return new Set(rows.flatMap((row) => row.name ?? []));
}

async function readFields(studyId: string, keys: string[], fields: string[]): Promise<Map<string, Known["fields"]>> {
  const rows = await prisma().$queryRaw<{ key: string; fields: Known["fields"] | null }[]>`
    SELECT i.key, (
      SELECT jsonb_object_agg(f, CASE WHEN jsonb_typeof(i.content -> f) = 'array'
        THEN to_jsonb(array_fill(NULL::int, ARRAY[jsonb_array_length(i.content -> f)])) ELSE i.content -> f END)
      FROM unnest(${fields}::text[]) f WHERE i.content ? f
    ) AS fields
    FROM "Item" i WHERE i."studyId" = ${studyId}::uuid AND i.key = ANY(${keys}::text[])`;

  return new Map(rows.map((row) => [row.key, row.fields ?? {}]));
}

async function readAnswers(
  studyId: string,
  roundId: string,
  kind: RaterKind,
  keys: string[],
  names: string[],
): Promise<Map<string, Known["answers"]>> {
  const rows = await prisma().$queryRaw<{ key: string; name: string; question: string; value: string }[]>`
    SELECT i.key, r.name, l.question, l.value
    FROM "Item" i
    JOIN "Label" l ON l."studyId" = i."studyId" AND l."itemId" = i.id AND l."roundId" = ${roundId}::uuid
    JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId" AND r.kind = ${kind}::"RaterKind"
    WHERE i."studyId" = ${studyId}::uuid AND i.key = ANY(${keys}::text[]) AND r.name = ANY(${names}::text[])
      AND NOT l.derived AND left(l.question, 1) <> '_'`;
  const byRater = new Map<string, Known["answers"]>();
  for (const { key, name, question, value } of rows) {
    const at = `${name}\n${key}`;
    byRater.set(at, { ...byRater.get(at), [question]: value });
  }

  return byRater;
}
