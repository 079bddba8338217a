import { IMPORTED_ADJUDICATOR } from "@/lib/adjudication/settled-adjudications";
import type { Snapshot } from "@/lib/db/snapshot";
import { join, type Sql, sql } from "@/lib/db/sql";
import { labelKinds, type Rater } from "./label-kinds";
import { itemStatement, type LayerOrder, type StoredItem, type StoredLabel } from "./layer-statement";
import type { ResolvedLayerSpec } from "./resolve-layer-spec";

/** The first page is small, so that something is seen at once. */
const [FIRST, PAGE] = [200, 2_000];
/** Places that are held in memory rather than asked for with each page. */
const MOST_PLACES = 20_000;
const NO_LABELS: readonly StoredLabel[] = [];
const NO_CUTS: boolean[] = [];

/** What the layer has no use for is not asked of the database. */
type AskedItem = Pick<StoredItem, "id" | "key" | "focal" | "target"> & Partial<StoredItem>;
/** Whose labels count: judges' in whichever round, people's in the layer's rounds. */
type Who = { people: string[]; judges: string[] };

/**
 * The layer's items in the order asked for, each with its labels: items through a cursor, their labels by index, page by
 * page, the next page while this one is worked on. So the first page does not wait for all labels to be grouped, and
 * memory does not grow with the study.
 */
export async function* storedItems(
  snapshot: Snapshot,
  layer: ResolvedLayerSpec,
  order: LayerOrder,
  probabilityJudgeId?: string,
): AsyncGenerator<StoredItem[]> {
  const withLabels = await labelReader(snapshot, layer);
  const statement = itemStatement(layer, order, probabilityJudgeId, await isBytewise(snapshot));
  const source = snapshot.pages<AskedItem>(statement, PAGE, FIRST);
  const read = async () => {
    const page = await source.next();

    return page.done ? undefined : withLabels(page.value);
  };
  let next = read();
  try {
    for (let page = await next; page; page = await next) {
      next = read();
      next.catch(() => undefined); // Told when it is waited for.
      yield page;
    }
  } finally {
    await next.catch(() => undefined);
    await source.return(undefined);
  }
}

async function labelReader(snapshot: Snapshot, layer: ResolvedLayerSpec) {
  const { studyId } = layer;
  const raters = await snapshot.rows<Rater & { imported: boolean }>(sql`
    SELECT r.id, r.pseudonym, r.kind, r."userId" IS NULL AND r.name IS NOT DISTINCT FROM ${IMPORTED_ADJUDICATOR}::text AS imported
    FROM "Rater" r WHERE r."studyId" = ${studyId}::uuid`);
  const rounds = await snapshot.rows<{ id: string; name: string }>(
    sql`SELECT o.id, o.name FROM "Round" o WHERE o."studyId" = ${studyId}::uuid`,
  );
  const who = whoCounts(layer, raters);
  const everyPlace = await unfilledPlaces(snapshot, layer, who, undefined);
  const kinds = labelKinds(
    new Map(raters.map((rater) => [rater.id, rater])),
    new Map(rounds.map(({ id, name }) => [id, name])),
  );

  return async (items: readonly AskedItem[]): Promise<StoredItem[]> => {
    const ids = items.map((item) => item.id);
    const unfilled = everyPlace ?? (await unfilledPlaces(snapshot, layer, who, ids)) ?? new Set();
    const [page] = await snapshot.rows<{ lines: string | null }>(labelStatement(layer, who, ids));
    const text = page?.lines ?? "";
    kinds.forgetIfMany();
    const patterns = new Map<string, string>();
    let [itemId, pattern] = ["", ""];
    const keep = () => {
      if (pattern !== "") patterns.set(itemId, (patterns.get(itemId) ?? "") + pattern);
      pattern = "";
    };
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf("\n", at);
      if (itemId === "" || !text.startsWith(itemId, at)) {
        keep();
        itemId = text.slice(at, text.indexOf("\t", at));
      }
      const kind = kinds.of(text.slice(at + itemId.length + 1, end));
      if (unfilled.size === 0 || !unfilled.has(`${itemId} ${kind.place}`)) pattern += `${kind.n} `;
      at = end + 1;
    }
    keep();
    const labelsOf = (id: string) => {
      const found = patterns.get(id);

      return found === undefined ? NO_LABELS : kinds.labelsOf(found);
    };

    // Written out: spreading costs more than all else here.
    return items.map((item) => ({
      id: item.id,
      key: item.key,
      focal: item.focal,
      target: item.target,
      settled: item.settled ?? null,
      probability: item.probability ?? null,
      mentions: item.mentions ?? null,
      windows: item.windows ?? null,
      cuts: item.cuts ?? NO_CUTS,
      labels: labelsOf(item.id),
    }));
  };
}

function whoCounts({ needs, spec }: ResolvedLayerSpec, raters: readonly (Rater & { imported: boolean })[]): Who {
  const without = new Set(spec.filters.withoutRaterIds);
  const named = new Set([...needs.raterIds, ...needs.judgeIds]);
  const wanted = raters.filter(
    ({ id, kind, imported }) =>
      !without.has(id) && (named.has(id) || (kind === "human" && needs.people)) && !(kind === "human" && imported),
  );
  const idsOf = (kind: Rater["kind"]) => wanted.filter((rater) => rater.kind === kind).map(({ id }) => id);

  return { people: idsOf("human"), judges: idsOf("judge") };
}

/**
 * Places that a rater has and has not filled: what lies there is half-done, skipped or withdrawn, and does not count. Of
 * some items, or of all: undefined where those are too many to hold.
 */
async function unfilledPlaces(
  snapshot: Snapshot,
  { studyId, roundIds }: ResolvedLayerSpec,
  { people }: Who,
  itemIds: string[] | undefined,
): Promise<Set<string> | undefined> {
  if (people.length === 0) return new Set();
  const items = itemIds ? sql`AND s."itemId" = ANY(${itemIds}::uuid[])` : sql``;
  const rows = await snapshot.rows<{ place: string }>(sql`
    SELECT s."itemId" || ' ' || s."roundId" || ' ' || s."raterId" AS place FROM "Slot" s
    WHERE s."studyId" = ${studyId}::uuid AND s."roundId" = ANY(${roundIds}::uuid[]) AND s."raterId" = ANY(${people}::uuid[])
      AND s.state = ANY('{open,leased,skipped,closed}'::"SlotState"[]) ${items}
    LIMIT ${itemIds ? null : MOST_PLACES + 1}::int`);

  return itemIds || rows.length <= MOST_PLACES ? new Set(rows.map(({ place }) => place)) : undefined;
}

/**
 * One text with a line for each label: a row for each would cost the driver more than all else (bench/export.ts). IS TRUE, so that no index but the one by item fits: right after an import the planner has no counts, and would read all
 * labels of a question or of a rater for every page.
 */
function labelStatement({ studyId, roundIds, reading, spec }: ResolvedLayerSpec, who: Who, itemIds: string[]): Sql {
  const { origins } = spec.filters;
  const from = origins ? sql`AND l.origin::text = ANY(${origins}::text[])` : sql``;
  const people = sql`l."raterId" = ANY(${uuids(who.people)}::uuid[]) AND l."roundId" = ANY(${uuids(roundIds)}::uuid[])
    AND NOT l.extra ${from}`;
  const judges = sql`l."raterId" = ANY(${uuids(who.judges)}::uuid[])`;
  const whose = [...(who.people.length > 0 ? [people] : []), ...(who.judges.length > 0 ? [judges] : [])];

  return sql`SELECT string_agg(concat(l."itemId", E'\\t', l."roundId", E'\\t', l."raterId", E'\\t', l.question, E'\\t',
      ${escaped(sql`l.value`)}, E'\\t', l.origin, E'\\t', l."codebookVersion", E'\\t', ${reading.stands}, E'\\t',
      ${escaped(sql`l.confidence`)}, E'\\t', l.probability, E'\\n'), '') AS lines
    FROM "Label" l WHERE l."studyId" = ${studyId}::uuid AND l."itemId" = ANY(${uuids(itemIds)}::uuid[])
      AND (l.question = ANY(${reading.questionIds}::text[]) AND l.unit = ''
        AND (${whose.length > 0 ? join(whose, sql` OR `) : sql`false`})) IS TRUE`;
}

/** Of another's text, what would end a cell or a line. Before it a mark, so that nothing and an empty text differ. */
function escaped(column: Sql): Sql {
  return sql`('=' || replace(replace(replace(${column}, E'\\\\', E'\\\\\\\\'), E'\\t', E'\\\\t'), E'\\n', E'\\\\n'))`;
}

/** As one text: an array of thousands is built by the driver quote by quote. */
function uuids(ids: readonly string[]): string {
  return `{${ids.join(",")}}`;
}

/** Whether the database's own order of texts is that of their bytes: then an index gives keys in order. */
async function isBytewise(snapshot: Snapshot): Promise<boolean> {
  const [row] = await snapshot.rows<{ bytewise: boolean }>(sql`
    SELECT d.datlocprovider = 'b' AND to_jsonb(d) ->> 'datlocale' IN ('C', 'C.UTF-8')
      OR d.datlocprovider = 'c' AND d.datcollate IN ('C', 'POSIX') AS bytewise
    FROM pg_database d WHERE d.datname = current_database()`);

  return row?.bytewise === true;
}
