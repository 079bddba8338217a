import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { StudyVersions, Undecided } from "@/lib/studies/version-mapping";
import { readingOf } from "./in-version";
import type { EntryKey } from "./internal";
import { IMPORTED_ADJUDICATOR } from "./settled-adjudications";
import type { RaterSaid } from "./wire";

/** One label of the item, with who gave it. */
export type SaidLabel = {
  raterId: string;
  pseudonym: string;
  kind: "human" | "judge";
  question: string;
  /** As the newest codebook version reads it; null where it says none of its options. */
  value: string | null;
  /** Where that is not what was said: what was said, and why it stands for nothing now. */
  given?: string;
  why?: Undecided | null;
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
  study: StudyVersions,
): Promise<SaidLabel[]> {
  const rows = await database(ctx).$queryRaw<(SaidLabel & { value: string })[]>`
    SELECT r.id AS "raterId", r.pseudonym, r.kind::text, l.question, l.value, l.note, l.extra, l.at, l."elapsedMs",
      l."codebookVersion", l.confidence, l.probability, l.rationale
    FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
    WHERE l."studyId" = ${studyId}::uuid AND l."itemId" = ${itemId}::uuid AND l.unit = ${unit} AND NOT l.derived
      AND (r.kind = 'judge' OR (l."roundId" = ${roundId}::uuid AND r.name IS DISTINCT FROM ${IMPORTED_ADJUDICATOR}))
      AND NOT EXISTS (SELECT 1 FROM "Slot" s WHERE s."studyId" = l."studyId" AND s."roundId" = l."roundId"
        AND s."itemId" = l."itemId" AND s."raterId" = l."raterId" AND s.state IN ('open', 'leased'))
    ORDER BY r.pseudonym COLLATE "C", l."codebookVersion" DESC, l.question, l.at`;
  const seen = new Set<string>();

  return rows.flatMap((row) => {
    const { question, value, why } = readingOf(study, row);
    // Said under an older id of the question too: the newer answer counts.
    const key = `${row.raterId} ${question}`;
    if (seen.has(key)) return [];
    seen.add(key);

    return [{ ...row, question, value, ...(value !== row.value && { given: row.value, why }) }];
  });
}

export function judgesAmong(said: readonly SaidLabel[]): boolean {
  return said.some((label) => label.kind === "judge");
}

function judgeTellsByVersion(said: readonly SaidLabel[]): boolean {
  const people = new Set(said.flatMap((label) => (label.kind === "human" ? [label.codebookVersion] : [])));

  return said.some((label) => label.kind === "judge" && !people.has(label.codebookVersion));
}

type How = { question: string; showJudge: boolean; judgeOnly: readonly string[] };

/**
 * One entry a rater, by pseudonym. While the judge is not asked for, nothing sets it apart: no kind, no confidence, no
 * answer that only judges may give, no times at all where a judge (which has none) is among them, and no codebook versions
 * where a judge answered under one that no person did.
 */
export function toRaters(said: readonly SaidLabel[], { question, showJudge, judgeOnly }: How): RaterSaid[] {
  const withTimes = showJudge || !judgesAmong(said);
  const withVersions = showJudge || !judgeTellsByVersion(said);
  const seen = showJudge
    ? said
    : said.filter((label) => label.kind === "human" || !judgeOnly.includes(`${label.question} ${label.value}`));
  // A judge's pseudonym begins with j: while it is hidden, all begin with r, and stand in the order of what is shown.
  const nameOf = ({ pseudonym }: SaidLabel) => (showJudge ? pseudonym : pseudonym.replace(/^j-/, "r-"));
  const names = new Map(seen.map((label) => [label.raterId, nameOf(label)]));
  const raterIds = [...names].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([id]) => id);

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
        pseudonym: nameOf(first),
        kind: showJudge ? first.kind : null,
        value: answer?.value ?? null,
        given: answer?.given === undefined ? null : { value: answer.given, why: answer.why ?? null },
        note: answer?.note ?? null,
        others: Object.fromEntries(others.map((label) => [label.question, label.value ?? label.given ?? ""])),
        comment: given("_comment"),
        flagged: given("_flag") === "yes",
        skipped: given("_skip"),
        extra: labels.every((label) => label.extra),
        at: withTimes ? (answer ?? first).at.toISOString() : null,
        elapsedMs: withTimes ? (answer?.elapsedMs ?? null) : null,
        codebookVersion: withVersions ? (answer ?? first).codebookVersion : null,
        confidence: judge?.confidence ?? null,
        probability: judge?.probability ?? null,
        rationale: judge?.rationale ?? null,
      },
    ];
  });
}
