import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import type { Codebook } from "@/lib/codebooks/schema";
import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import type { LayerRow } from "@/lib/layers/wire";
import type { Pages, Row } from "@/lib/release-files/columns";
import { redactContent, redactLabel, textsMayLeave } from "./redact";
import { COUNTED, labelsIn, type ReleaseScope, settledIn, strataOf } from "./release-scope";
import type { Profile } from "./wire";

/** Under which conditions rows leave the study. */
export type Terms = { profile: Profile; licence: string; codebook: Codebook };

type StoredLabel = {
  item: string;
  focal: string | null;
  target: string | null;
  content: Record<string, unknown>;
  unit: string;
  question: string;
  round: string;
  rater: string;
  kind: string;
  value: string;
  derived: boolean;
  counted: boolean;
  origin: string;
  codebook_version: number;
  confidence: string | null;
  probability: number | null;
  at: Date;
  note: string | null;
  rationale: string | null;
  keyPhrase: string | null;
};

/** `labels.*`, in the order of its key. */
export async function* labelRows(
  snapshot: Snapshot,
  scope: ReleaseScope,
  terms: Terms,
  only: { rater?: string; question?: string } = {},
): Pages {
  const rater = only.rater === undefined ? sql`` : sql`AND r.pseudonym = ${only.rater}::text`;
  const question = only.question === undefined ? sql`` : sql`AND l.question = ${only.question}::text`;
  const licences = sql`json_build_object('licence', i.content->'licence', 'license', i.content->'license')`;
  const statement = sql`SELECT i.key AS item, i."focalKey" AS focal, i."targetKey" AS target, ${licences} AS content, l.unit, l.question, o.name AS round, r.pseudonym AS rater,
      r.kind::text AS kind, l.value, l.derived, ${COUNTED} AS counted, l.origin::text AS origin,
      l."codebookVersion" AS codebook_version, l.confidence, l.probability, l.at, l.note, l.rationale, l."keyPhrase"
    FROM ${labelsIn(scope)} ${rater} ${question}
    ORDER BY i.key COLLATE "C", l.unit COLLATE "C", l.question COLLATE "C", o.name COLLATE "C", r.pseudonym COLLATE "C"`;
  for await (const page of snapshot.pages<StoredLabel>(statement)) yield page.map((row) => labelRow(row, terms));
}

function labelRow({ content, note, rationale, keyPhrase, at, ...row }: StoredLabel, terms: Terms): Row {
  const open = textsMayLeave(terms.profile, terms.licence, content);
  const told = redactLabel(terms.profile, open, {
    ...{ note, rationale, keyPhrase, elapsedMs: null },
    at: at.toISOString(),
  });
  const words = [told.note, told.rationale, told.keyPhrase].filter((part) => part !== null && part !== "");

  return { ...row, at: told.at, note: words.length > 0 ? words.join("\n") : null };
}

type StoredItem = {
  item: string;
  focal: string | null;
  target: string | null;
  stratum: string | null;
  inclusion_probability: number | null;
  content: Record<string, unknown>;
};

/** `items.*`: every item of the study, its texts as far as their licence allows. */
export async function* itemRows(snapshot: Snapshot, scope: ReleaseScope, terms: Terms): Pages {
  const statement = sql`SELECT i.key AS item, i."focalKey" AS focal, i."targetKey" AS target, s.stratum,
      s.chance AS inclusion_probability, i.content
    FROM "Item" i LEFT JOIN (${strataOf(scope)}) s ON s."itemId" = i.id
    WHERE i."studyId" = ${scope.studyId}::uuid ORDER BY i.key COLLATE "C"`;
  for await (const page of snapshot.pages<StoredItem>(statement, 1_000)) {
    yield page.map((row): Row => {
      const open = textsMayLeave(terms.profile, terms.licence, row.content);

      return {
        ...row,
        stratum: row.stratum ?? "",
        content_sha256: createHash("sha256").update(canonicalJson(row.content)).digest("hex"),
        content: redactContent(terms.codebook, row.content, open),
      };
    });
  }
}

type StoredDecision = Row & { item: string };

/** `adjudications.*`: what was decided, and how many decided; who it was is not told. */
export async function* adjudicationRows(snapshot: Snapshot, scope: ReleaseScope): Pages {
  if (scope.questions.length === 0) return;
  const statement = sql`SELECT i.key AS item, i."focalKey" AS focal, i."targetKey" AS target, q.unit, q.question, o.name AS round,
      q.value, q.decided AS settled, q.reason, q.adjudicators, q."codebookVersion" AS codebook_version
    FROM (${settledIn(scope)}) q
    JOIN "Item" i ON i."studyId" = ${scope.studyId}::uuid AND i.id = q."itemId"
    JOIN "Round" o ON o."studyId" = ${scope.studyId}::uuid AND o.id = q."roundId"
    ORDER BY i.key COLLATE "C", q.unit COLLATE "C", q.question COLLATE "C", o.name COLLATE "C"`;
  yield* snapshot.pages<StoredDecision>(statement);
}

/** `layers/NAME.*`: the rows as their table has them, with one row an item, an edge or a reference. */
export async function* layerTable(table: LayerTable, pages: AsyncIterable<LayerRow[]>): Pages {
  for await (const page of pages) yield page.map((row) => layerTableRow(table, row));
}

export type LayerTable = "layer" | "edge_layer" | "must_cite_layer";

function layerTableRow(table: LayerTable, row: LayerRow): Row {
  const { key, focal, target, label, decided, confidence, labels, edge, mustCite } = row;
  const rest = {
    raters: labels.map((one) => one.rater),
    values: labels.map((one) => one.value),
    counts_as: labels.map((one) => one.counts ?? ""),
    rounds: labels.map((one) => one.round),
    codebook_versions: labels.map((one) => one.codebookVersion),
  };
  const head = { item: key, focal, target, label, decided, confidence };
  if (table === "layer") return { ...head, ...rest };
  if (table === "edge_layer") {
    return {
      ...head,
      n_items: edge?.contexts ?? 0,
      n_labelled: edge?.labelled ?? 0,
      n_positive: edge?.positive ?? 0,
      max_probability: edge?.maxProbability ?? null,
      items: labels.map((one) => one.item ?? ""),
      ...rest,
    };
  }

  return {
    ...head,
    type_1: mustCite?.typeI ?? null,
    type_2: mustCite?.typeII ?? null,
    type_3: mustCite?.typeIII ?? null,
    mentions: mustCite?.mentions ?? null,
    windows: mustCite?.windows ?? null,
    questions: labels.map((one) => one.question ?? ""),
    ...rest,
  };
}
