import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";
import type { StudyRow } from "./wire";

/** The studies of the actor; all of them for administrators and the command line. */
export async function listStudies(ctx: ServiceContext): Promise<StudyRow[]> {
  const { actor } = ctx;
  if (actor.kind === "anonymous") throw new ServiceError("unauthenticated", "Please sign in.");
  const userId = actor.kind === "user" ? actor.userId : null;
  const everything = actor.kind !== "user" || actor.administrator;
  const db = database(ctx);
  const rows = await db.study.findMany({
    where: { archivedAt: null, ...(everything || !userId ? {} : { memberships: { some: { userId } } }) },
    orderBy: [{ demo: "asc" }, { createdAt: "desc" }],
    include: { memberships: { select: { userId: true, role: true } }, _count: { select: { items: true } } },
  });
  const ids = rows.map((row) => row.id);
  const kinds = await db.rater.groupBy({
    by: ["studyId", "kind"],
    where: { studyId: { in: ids } },
    _count: true,
  });
  const labels = await db.$queryRaw<{ studyId: string; n: number }[]>`
    SELECT l."studyId", count(*)::int AS n FROM "Label" l JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
    WHERE l."studyId" = ANY(${ids}::uuid[]) AND r.kind = 'human' AND NOT l.derived AND left(l.question, 1) <> '_' GROUP BY 1`;
  const count = (studyId: string, kind: "human" | "judge") =>
    kinds.find((row) => row.studyId === studyId && row.kind === kind)?._count ?? 0;

  return rows.map((row) => ({
    studyId: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    demo: row.demo,
    items: row._count.items,
    raters: count(row.id, "human"),
    judges: count(row.id, "judge"),
    labels: labels.find((entry) => entry.studyId === row.id)?.n ?? 0,
    roles: row.memberships.filter((member) => member.userId === userId).map((member) => member.role),
  }));
}
