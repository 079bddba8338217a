import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { EntryKey } from "./internal";
import { IMPORTED_ADJUDICATOR } from "./settled-adjudications";
import type { RaterSaid } from "./wire";

/** One label of the item, with who gave it. */
export type SaidLabel = {
  raterId: string;
  pseudonym: string;
  kind: "human" | "judge";
  question: string;
  value: string;
  note: string | null;
  extra: boolean;
  at: Date;
  elapsedMs: number | null;
  codebookVersion: number;
  confidence: string | null;
  probability: number | null;
  rationale: string | null;
};

/** People's labels of this round and judges' of any; nothing of people who are at it just now. */
export async function readSaid(
  ctx: ServiceContext,
  { studyId, roundId, itemId, unit }: EntryKey,
): Promise<SaidLabel[]> {
  return database(ctx).$queryRaw<SaidLabel[]>`
    SELECT r.id AS "raterId", r.pseudonym, r.kind::text, l.question, l.value, l.note, l.extra, l.at, l."elapsedMs",
      l."codebookVersion", l.confidence, l.probability, l.rationale
    FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
    WHERE l."studyId" = ${studyId}::uuid AND l."itemId" = ${itemId}::uuid AND l.unit = ${unit} AND NOT l.derived
      AND (r.kind = 'judge' OR (l."roundId" = ${roundId}::uuid AND r.name IS DISTINCT FROM ${IMPORTED_ADJUDICATOR}))
      AND NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
        AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state IN ('open', 'leased'))
    ORDER BY r.pseudonym COLLATE "C", l.question, l.at`;
}

export function judgesAmong(said: readonly SaidLabel[]): boolean {
  return said.some((label) => label.kind === "judge");
}

type How = { question: string; showJudge: boolean; judgeOnly: readonly string[] };

/**
 * One entry a rater, by pseudonym. While the judge is not asked for, nothing sets it apart: no kind, no confidence, no
 * answer that only judges may give, and no times at all where a judge (which has none) is among them.
 */
export function toRaters(said: readonly SaidLabel[], { question, showJudge, judgeOnly }: How): RaterSaid[] {
  const withTimes = showJudge || !judgesAmong(said);
  const seen = showJudge
    ? said
    : said.filter((label) => label.kind === "human" || !judgeOnly.includes(`${label.question} ${label.value}`));
  const raterIds = [...new Set(seen.map((label) => label.raterId))];

  return raterIds.flatMap((raterId) => {
    const labels = seen.filter((label) => label.raterId === raterId);
    const [first] = labels;
    if (!first) return [];
    const given = (name: string) => labels.find((label) => label.question === name)?.value ?? null;
    const answer = labels.find((label) => label.question === question);
    const others = labels.filter(({ question: name }) => name !== question && !name.startsWith("_"));
    const judge = showJudge && first.kind === "judge" ? answer : undefined;

    return [
      {
        pseudonym: first.pseudonym,
        kind: showJudge ? first.kind : null,
        value: answer?.value ?? null,
        note: answer?.note ?? null,
        others: Object.fromEntries(others.map((label) => [label.question, label.value])),
        comment: given("_comment"),
        flagged: given("_flag") === "yes",
        skipped: given("_skip"),
        extra: labels.every((label) => label.extra),
        at: withTimes ? (answer ?? first).at.toISOString() : null,
        elapsedMs: withTimes ? (answer?.elapsedMs ?? null) : null,
        codebookVersion: (answer ?? first).codebookVersion,
        confidence: judge?.confidence ?? null,
        probability: judge?.probability ?? null,
        rationale: judge?.rationale ?? null,
      },
    ];
  });
}
