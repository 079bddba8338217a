import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";

export type StudyCounts = { items: number; rounds: number; judges: number; raters: number };

/** The numbers beside the navigation's entries. */
export async function readCounts(ctx: ServiceContext, input: unknown): Promise<StudyCounts> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const db = database(ctx);
  const [items, rounds, judges, raters] = await Promise.all([
    db.item.count({ where: { studyId } }),
    db.round.count({ where: { studyId, purpose: { not: "corpus" } } }),
    db.rater.count({ where: { studyId, kind: "judge" } }),
    db.rater.count({ where: { studyId, kind: "human" } }),
  ]);

  return { items, rounds, judges, raters };
}
