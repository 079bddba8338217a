import { IMPORTED_ADJUDICATOR } from "@/lib/adjudication/settled-adjudications";
import type { Snapshot } from "@/lib/db/snapshot";
import { type Sql, sql } from "@/lib/db/sql";
import { compareKeys } from "./compare-keys";
import { type ItemRow, itemStatement, type LayerOrder, type StoredItem, type StoredLabel } from "./layer-statement";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";

const PAGE = 1000;

type Rater = { pseudonym: string; kind: "human" | "judge"; rank: number };
/** Whose labels the layer may rest on, and what rounds are called; the ranks are the order of labels in a row. */
type Directory = { raters: Map<string, Rater>; rounds: Map<string, { name: string; rank: number }> };
type LabelRow = Omit<StoredLabel, "rater" | "kind" | "round"> & { itemId: string; roundId: string; extra: boolean };

/**
 * The layer's items in the order asked for, each with its labels: items through a cursor, their labels by index, page by
 * page. So the first page does not wait for all labels to be grouped, and memory does not grow with the study.
 */
export async function* storedItems(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  order: LayerOrder,
  probabilityJudgeId?: string,
): AsyncGenerator<StoredItem[]> {
  const directory = await directoryOf(snapshot, layer);
  const statement = itemStatement(layer, order, probabilityJudgeId, await isBytewise(snapshot));
  for await (const page of snapshot.pages<ItemRow>(statement, PAGE)) {
    const labels = await labelsOf(
      snapshot,
      layer,
      directory,
      page.map((item) => item.id),
    );
    yield page.map((item) => Object.assign(item, { labels: labels.get(item.id) ?? [] }));
  }
}

async function labelsOf(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  { raters, rounds }: Directory,
  itemIds: string[],
): Promise<Map<string, StoredLabel[]>> {
  const found = new Map<string, (StoredLabel & { order: number })[]>();
  if (raters.size === 0) return found;
  const unfilled = await unfilledPlaces(snapshot, layer, itemIds);
  for (const row of await snapshot.rows<LabelRow>(labelStatement(layer, itemIds))) {
    const rater = raters.get(row.raterId);
    if (!rater || !counts(row, rater, layer, unfilled)) continue;
    const round = rounds.get(row.roundId);
    // Field by field: spread over hundreds of thousands of rows, it is most of the time that an export takes.
    const label = {
      raterId: row.raterId,
      kind: rater.kind,
      rater: rater.pseudonym,
      question: row.question,
      value: row.value,
      round: round?.name ?? "",
      origin: row.origin,
      codebookVersion: row.codebookVersion,
      confidence: row.confidence,
      probability: row.probability,
      stands: row.stands,
      order: rater.rank * rounds.size + (round?.rank ?? 0),
    };
    const others = found.get(row.itemId);
    if (others) others.push(label);
    else found.set(row.itemId, [label]);
  }
  for (const labels of found.values()) {
    labels.sort((a, b) => a.order - b.order || compareKeys(a.question, b.question));
  }

  return found;
}

/** Of people: in the layer's rounds and of its origins, not late, the slot filled. Judges' count wherever they lie. */
function counts(row: LabelRow, rater: Rater, { roundIds, spec }: ResolvedLayerSpec, unfilled: Set<string>): boolean {
  if (rater.kind === "judge") return true;
  const { origins } = spec.filters;
  if (row.extra || !roundIds.includes(row.roundId) || (origins && !origins.includes(row.origin))) return false;

  return !unfilled.has(placeOf(row));
}

function placeOf({ itemId, roundId, raterId }: { itemId: string; roundId: string; raterId: string }): string {
  return itemId + roundId + raterId;
}

/**
 * Columns are wrapped so that no index but the one by item fits: right after an import the planner has no counts, and
 * would read all labels of a question for every page.
 */
function labelStatement({ studyId, reading }: ResolvedLayerSpec, itemIds: string[]): Sql {
  return sql`SELECT l."itemId", l."raterId", l."roundId", l.question, l.value, l.origin, l.extra, l."codebookVersion",
      l.confidence, l.probability, ${reading.stands} AS stands
    FROM "Label" l WHERE l."studyId" = ${studyId}::uuid AND l."itemId" = ANY(${itemIds}::uuid[])
      AND (l.question || '') = ANY(${reading.questionIds}::text[]) AND (l.unit || '') = ''`;
}

/** Places that a rater has not filled: what lies there is half-done, skipped or withdrawn. */
async function unfilledPlaces(snapshot: Snapshot, layer: ResolvedLayerSpec, itemIds: string[]): Promise<Set<string>> {
  if (!layer.needs.people && layer.needs.raterIds.length === 0) return new Set();
  const rows = await snapshot.rows<{ itemId: string; roundId: string; raterId: string }>(sql`
    SELECT s."itemId", s."roundId", s."raterId" FROM "Slot" s WHERE s."studyId" = ${layer.studyId}::uuid
      AND s."roundId" = ANY(${layer.roundIds}::uuid[]) AND s."itemId" = ANY(${itemIds}::uuid[])
      AND (s."raterId"::text) IS NOT NULL AND s.state::text <> 'filled'`);

  return new Set(rows.map(placeOf));
}

async function directoryOf(snapshot: Snapshot, layer: ResolvedLayerSpec): Promise<Directory> {
  const { studyId, needs } = layer;
  const without = new Set(layer.spec.filters.withoutRaterIds ?? []);
  const named = new Set([...needs.raterIds, ...needs.judgeIds]);
  const raters = await snapshot.rows<{ id: string; pseudonym: string; kind: "human" | "judge"; imported: boolean }>(sql`
    SELECT r.id, r.pseudonym, r.kind, r."userId" IS NULL AND r.name IS NOT DISTINCT FROM ${IMPORTED_ADJUDICATOR}::text AS imported
    FROM "Rater" r WHERE r."studyId" = ${studyId}::uuid ORDER BY r.pseudonym COLLATE "C"`);
  const rounds = await snapshot.rows<{ id: string; name: string }>(
    sql`SELECT o.id, o.name FROM "Round" o WHERE o."studyId" = ${studyId}::uuid ORDER BY o.name COLLATE "C"`,
  );
  const wanted = raters.filter(
    ({ id, kind, imported }) =>
      !without.has(id) && (named.has(id) || (kind === "human" && needs.people)) && !(kind === "human" && imported),
  );

  return {
    raters: new Map(wanted.map(({ id, pseudonym, kind }, rank) => [id, { pseudonym, kind, rank }])),
    rounds: new Map(rounds.map(({ id, name }, rank) => [id, { name, rank }])),
  };
}

/** Whether the database's own order of texts is that of their bytes: then an index gives keys in order. */
async function isBytewise(snapshot: Snapshot): Promise<boolean> {
  const [row] = await snapshot.rows<{ bytewise: boolean }>(sql`
    SELECT d.datlocprovider = 'b' AND to_jsonb(d) ->> 'datlocale' IN ('C', 'C.UTF-8')
      OR d.datlocprovider = 'c' AND d.datcollate IN ('C', 'POSIX') AS bytewise
    FROM pg_database d WHERE d.datname = current_database()`);

  return row?.bytewise === true;
}
