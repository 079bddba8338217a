import type { z } from "zod";
import { fieldValue } from "@/lib/codebooks/label-state";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { codebookVersion, requireRater } from "./internal";
import { MyWorkInput } from "./schema";
import type { MyWorkPage } from "./wire";

const PAGE = 50;
const EXCERPT = 200;

type Row = {
  slotId: string;
  itemId: string;
  itemKey: string;
  round: string;
  state: "open" | "leased" | "filled" | "skipped" | "closed";
  codebookVersion: number;
  content: Record<string, unknown>;
  labels: { question: string; value: string; at: string }[];
  sort: Date;
};

/** The rater's own items, newest first, page by page: what came in later never moves a row to another page. */
export async function readMyWork(ctx: ServiceContext, input: unknown): Promise<z.infer<typeof MyWorkPage>> {
  const { studyId, cursor, state, question, value } = MyWorkInput.parse(input);
  const { raterId } = await requireRater(ctx, studyId);
  if (!raterId) return { rows: [], nextCursor: null };
  const [before, beforeId] = cursor?.split("_") ?? [null, null];
  const rows = await database(ctx).$queryRaw<Row[]>`
    SELECT s."id"::text AS "slotId", s."itemId"::text, i."key" AS "itemKey", r."name" AS "round", s."state"::text,
      s."codebookVersion", i."content", s."servedAt" AS "sort",
      coalesce((SELECT jsonb_agg(jsonb_build_object('question', l."question", 'value', l."value", 'at', l."at"))
        FROM "Label" l WHERE l."studyId" = s."studyId" AND l."roundId" = s."roundId" AND l."itemId" = s."itemId"
          AND l."unit" = '' AND l."raterId" = s."raterId" AND NOT l."derived"), '[]') AS "labels"
    FROM "Slot" s JOIN "Item" i ON i."studyId" = s."studyId" AND i."id" = s."itemId"
    JOIN "Round" r ON r."studyId" = s."studyId" AND r."id" = s."roundId"
    WHERE s."studyId" = ${studyId}::uuid AND s."raterId" = ${raterId}::uuid AND s."servedAt" IS NOT NULL
      AND (${state ?? null}::text IS NULL OR s."state"::text = ${state ?? null}
        OR (s."state" = 'open' AND ${state ?? null} = 'leased'))
      AND (${before}::timestamptz IS NULL OR (s."servedAt", s."id") < (${before}::timestamptz, ${beforeId}::uuid))
      AND (${question ?? null}::text IS NULL OR EXISTS (SELECT 1 FROM "Label" q WHERE q."studyId" = s."studyId"
        AND q."roundId" = s."roundId" AND q."itemId" = s."itemId" AND q."unit" = '' AND q."raterId" = s."raterId"
        AND q."question" = ${question ?? null} AND (${value ?? null}::text IS NULL OR q."value" = ${value ?? null})))
      AND (s."state" <> 'closed' OR EXISTS (SELECT 1 FROM "Label" x WHERE x."studyId" = s."studyId"
        AND x."roundId" = s."roundId" AND x."itemId" = s."itemId" AND x."raterId" = s."raterId"))
    ORDER BY s."servedAt" DESC, s."id" DESC LIMIT ${PAGE + 1}::int`;
  const shown = rows.slice(0, PAGE);
  const last = shown.at(-1);
  const page: z.infer<typeof MyWorkPage>["rows"] = [];
  for (const row of shown) page.push(toRow(row, await codebookVersion(ctx, studyId, row.codebookVersion)));

  return {
    rows: page,
    nextCursor: rows.length > PAGE && last ? `${last.sort.toISOString()}_${last.slotId}` : null,
  };
}

function toRow(row: Row, codebook: Codebook): z.infer<typeof MyWorkPage>["rows"][number] {
  const values = Object.fromEntries(row.labels.map(({ question, value }) => [question, value]));
  const { _flag, _comment, ...answers } = values;
  const times = row.labels.map((label) => Date.parse(label.at));

  return {
    slotId: row.slotId,
    itemId: row.itemId,
    itemKey: row.itemKey,
    round: row.round,
    state: row.state === "closed" ? "filled" : row.state === "open" ? "leased" : row.state,
    excerpt: excerptOf(row.content, codebook),
    answers,
    flagged: _flag === "yes",
    comment: _comment ?? null,
    at: times.length > 0 ? new Date(Math.max(...times)).toISOString() : null,
  };
}

/** The start of the first text that the rater reads; never a field that raters are not shown. */
function excerptOf(content: Record<string, unknown>, codebook: Codebook): string {
  const shown = codebook.item.fields.filter((field) => field.showTo === "rater" || field.showTo === "both");
  const ordered = [...shown.filter((f) => f.display === "reading"), ...shown.filter((f) => f.display === "title")];
  for (const field of ordered) {
    const value = fieldValue(codebook, content, field.id);
    const text = Array.isArray(value) ? passageText(value[0]) : value;
    if (typeof text === "string" && text !== "") return Array.from(text).slice(0, EXCERPT).join("");
  }

  return "";
}

function passageText(passage: unknown): unknown {
  return passage && typeof passage === "object" && "context" in passage ? passage.context : undefined;
}
