import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { conditionFields, type MarkedPassage, raterView, type Span } from "@/lib/codebooks/fields-for-rater";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { locateTarget } from "@/lib/corpus/locate-target";
import { splitSentences } from "@/lib/corpus/split-sentences";
import { type PreparedQuery, queryPrepared } from "@/lib/db/prepared";
import { type Sql, sql } from "@/lib/db/sql";
import type { StudyVersions } from "@/lib/studies/version-mapping";
import { answersIn, type Earlier, versionsUpTo } from "./asked-again";
import { codebookVersion } from "./internal";
import { sha256 } from "./label-hash";
import type { ServedSlot } from "./wire";

/** A slot of the rater with its item, as the database has it. */
export type HeldSlot = {
  slotId: string;
  itemId: string;
  roundId: string;
  round: string;
  purpose: string;
  position: number;
  state: "leased" | "filled" | "skipped" | "closed";
  codebookVersion: number;
  leasedUntil: Date | null;
  content: Record<string, unknown>;
};

type Extras = {
  slotId: string;
  answers: { question: string; value: string; opId: string | null; note: string | null; codebookVersion: number }[];
  metBefore: number;
  gold: { question: string; value: string; why: string | null }[];
};

/**
 * What a rater is given to see: the fields that the codebook shows to raters and the rater's own answers. Nothing of
 * judges or other raters is read here, but for the gold answers of practice items. It is remembered that this was shown,
 * by its hash, and when for the first time. `beside`: one row more to read in the same round trip.
 */
export async function serveClaim<Beside>(
  ctx: ServiceContext,
  query: PreparedQuery,
  { studyId, raterId, beside }: Whose & { beside: Sql },
  held: readonly HeldSlot[],
): Promise<{ slots: ServedSlot[]; beside: Beside | null }> {
  const shown = await showAll(ctx, studyId, held);
  const rows = await query<{ extras: Extras[]; beside: Beside | null }>(
    "serve claim",
    sql`${remember(studyId, held, shown)}
    SELECT coalesce((SELECT jsonb_agg(to_jsonb(x)) FROM (${extrasOf(studyId, raterId, held)}) x), '[]') AS "extras",
      (SELECT to_jsonb(b) FROM (${beside}) b) AS "beside"`,
  );

  return { slots: await serveAll(ctx, studyId, held, shown, rows[0]?.extras ?? []), beside: rows[0]?.beside ?? null };
}

/** The same of slots that were served before. Nothing is written. */
export async function serveAgain(
  ctx: ServiceContext,
  { studyId, raterId }: Whose,
  held: readonly HeldSlot[],
): Promise<ServedSlot[]> {
  if (held.length === 0) return [];
  const extras = await queryPrepared<Extras>(ctx, "serve again", extrasOf(studyId, raterId, held));

  return serveAll(ctx, studyId, held, await showAll(ctx, studyId, held), extras);
}

type Whose = { studyId: string; raterId: string };

async function showAll(ctx: ServiceContext, studyId: string, held: readonly HeldSlot[]): Promise<Shown[]> {
  const shown: Shown[] = [];
  for (const slot of held) shown.push(show(slot, await codebookVersion(ctx, studyId, slot.codebookVersion)));

  return shown;
}

async function serveAll(
  ctx: ServiceContext,
  studyId: string,
  held: readonly HeldSlot[],
  shown: readonly Shown[],
  extras: readonly Extras[],
): Promise<ServedSlot[]> {
  const found = new Map(extras.map((row) => [row.slotId, row]));
  const slots: ServedSlot[] = [];
  for (const [i, slot] of held.entries()) {
    const extra = found.get(slot.slotId);
    slots.push({ ...serve(slot, shown[i], extra), ...(await ownAnswers(ctx, studyId, slot, extra?.answers ?? [])) });
  }

  return slots;
}

/** The rater's answers as the slot's version has them; those to be given again apart, in the words of their own version. */
async function ownAnswers(
  ctx: ServiceContext,
  studyId: string,
  { codebookVersion: version }: HeldSlot,
  stored: Extras["answers"],
): Promise<Pick<ServedSlot, "answers" | "earlier">> {
  const told = (answers: Extras["answers"]) =>
    Object.fromEntries(answers.map(({ question, value, opId, note }) => [question, { value, opId, note }]));
  if (stored.every((answer) => answer.codebookVersion === version)) return { answers: told(stored) };
  const study = await versionsUpTo(ctx, studyId, version);
  const { answers, earlier } = answersIn(study, stored);
  const said = [...earlier].map(([question, answer]) => [question, inWords(study, question, answer)]);

  return { answers: told(answers), ...(said.length > 0 && { earlier: Object.fromEntries(said) }) };
}

function inWords({ versions }: StudyVersions, question: string, { value, codebookVersion: version }: Earlier) {
  const then = versions.find((entry) => entry.version === version);
  const asked = then?.codebook.questions.find((entry) => then.path?.get(entry.id)?.to === question);

  return { version, label: asked?.options.find((option) => option.id === value)?.label ?? value };
}

type Shown = Pick<ServedSlot, "fields" | "conditionFields">;

function show({ content }: HeldSlot, codebook: Codebook): Shown {
  return { fields: raterView(codebook, content, locate).fields, conditionFields: conditionFields(codebook, content) };
}

function serve(
  held: HeldSlot,
  shown: Shown = { fields: [], conditionFields: {} },
  extras?: Extras,
): Omit<ServedSlot, "answers"> {
  const gold = (extras?.gold ?? []).map(({ question, value, why }) => [question, { value, why: why ?? "" }] as const);

  return {
    slotId: held.slotId,
    itemId: held.itemId,
    round: { id: held.roundId, name: held.round, purpose: held.purpose },
    codebookVersion: held.codebookVersion,
    leasedUntil: (held.leasedUntil ?? new Date(0)).toISOString(),
    state: held.state === "closed" ? "filled" : held.state,
    ...shown,
    metBefore: extras?.metBefore ?? 0,
    ...(gold.length > 0 ? { gold: Object.fromEntries(gold) } : {}),
  };
}

function remember(studyId: string, held: readonly HeldSlot[], shown: readonly Shown[]): Sql {
  const hashes = held.map(({ itemId, codebookVersion }, i) =>
    sha256(canonicalJson({ itemId, codebookVersion, ...shown[i] })),
  );

  return sql`
    WITH remembered AS (
      UPDATE "Slot" s SET "servedHash" = x."hash", "servedAt" = coalesce(s."servedAt", now())
      FROM unnest(${held.map((slot) => slot.slotId)}::uuid[], ${hashes}::text[]) AS x("id", "hash")
      WHERE s."studyId" = ${studyId}::uuid AND s."id" = x."id" AND s."servedHash" IS DISTINCT FROM x."hash"
    )`;
}

/** The target by its marker, else by its citation string, and the sentences that hold it. */
export function locate({ text, marker, citedAs }: MarkedPassage): { targets: Span[]; citing: Span[] } {
  const byMarker = marker === undefined ? [] : locateTarget(text, marker).ranges;
  const targets = byMarker.length > 0 || citedAs === undefined ? byMarker : locateTarget(text, citedAs).ranges;
  if (targets.length === 0) return { targets, citing: [] };
  const holds = (sentence: Span) => targets.some(({ start, end }) => start < sentence.end && end > sentence.start);

  return { targets, citing: splitSentences(text).filter(holds) };
}

/**
 * The rater's own answers; how often they met the same window in another item; gold answers where the round is practice.
 * The order, and `raterId::text`, leave the planner the one index that finds an item's rows, whatever it knows of the
 * tables' sizes: the rater's own rows are thousands after a week.
 */
function extrasOf(studyId: string, raterId: string, held: readonly HeldSlot[]): Sql {
  return sql`
    SELECT s."id"::text AS "slotId",
      coalesce((SELECT jsonb_agg(jsonb_build_object('question', l."question", 'value', l."value", 'opId', l."opId",
          'note', l."note", 'codebookVersion', l."codebookVersion")) FROM (
        SELECT * FROM "Label" l WHERE l."studyId" = s."studyId" AND l."roundId" = s."roundId"
          AND l."itemId" = s."itemId" AND l."unit" = '' AND l."raterId"::text = ${raterId} AND NOT l."derived"
        ORDER BY l."raterId", l."question") l), '[]') AS "answers",
      (SELECT count(*)::int FROM "Item" o
        WHERE o."studyId" = s."studyId" AND o."windowHash" = i."windowHash" AND o."id" <> i."id"
          AND (SELECT true FROM "Round" z JOIN "Slot" m ON m."studyId" = z."studyId" AND m."roundId" = z."id"
              AND m."itemId" = o."id" AND m."raterId"::text = ${raterId} AND (m."state" IN ('filled', 'skipped')
              OR (m."state" = 'leased' AND m."roundId" = s."roundId" AND m."position" < s."position"))
            WHERE z."studyId" = o."studyId" LIMIT 1)) AS "metBefore",
      CASE WHEN r."purpose" = 'practice' THEN coalesce((
        SELECT jsonb_agg(jsonb_build_object('question', g."question", 'value', g."value",
          'why', coalesce(g."rationale", g."note")))
        FROM "Label" g JOIN "Rater" t ON t."studyId" = g."studyId" AND t."id" = g."raterId"
        WHERE g."studyId" = s."studyId" AND g."itemId" = s."itemId" AND t."kind" = 'human' AND t."name" = 'gold'
          AND NOT g."derived"), '[]') ELSE '[]' END AS "gold"
    FROM "Slot" s
    JOIN "Item" i ON i."studyId" = s."studyId" AND i."id" = s."itemId"
    JOIN "Round" r ON r."studyId" = s."studyId" AND r."id" = s."roundId"
    WHERE s."studyId" = ${studyId}::uuid AND s."id" = ANY(${held.map((slot) => slot.slotId)}::uuid[])`;
}
