import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";
import type { JudgeRow } from "./wire";

/** The judges of a study: what each is, how many items it labelled, and how its answers are distributed. */
export async function listJudges(ctx: ServiceContext, input: unknown): Promise<JudgeRow[]> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const db = database(ctx);
  const judges = await db.rater.findMany({ where: { studyId, kind: "judge" }, orderBy: { createdAt: "asc" } });
  const counts = await db.$queryRaw<{ raterId: string; question: string; value: string; n: number }[]>`
    SELECT l."raterId", l.question, l.value, count(*)::int AS n FROM "Label" l
    JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId" AND r.kind = 'judge'
    WHERE l."studyId" = ${studyId}::uuid AND left(l.question, 1) <> '_' GROUP BY 1, 2, 3 ORDER BY 2, 3`;
  const items = await db.$queryRaw<{ raterId: string; n: number }[]>`
    SELECT l."raterId", count(DISTINCT l."itemId")::int AS n FROM "Label" l
    JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId" AND r.kind = 'judge'
    WHERE l."studyId" = ${studyId}::uuid GROUP BY 1`;

  return judges.map(({ id, pseudonym, name, model, promptHash, run }) => ({
    raterId: id,
    pseudonym,
    name,
    model,
    promptHash,
    run,
    items: items.find((row) => row.raterId === id)?.n ?? 0,
    labels: counts.filter((row) => row.raterId === id).map(({ question, value, n }) => ({ question, value, n })),
  }));
}
