import { requireRole } from "@/lib/auth/require-role";
import { changesBetween } from "@/lib/codebooks/changes-between";
import { CodebookMapping } from "@/lib/codebooks/mapping-schema";
import { CodebookSchema } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { StudyScope } from "./schema";
import type { CodebookHistoryEntry } from "./wire";

/** All versions, newest first, each with what it changed and how many answers were given under it. */
export async function readCodebookHistory(ctx: ServiceContext, input: unknown): Promise<CodebookHistoryEntry[]> {
  const { studyId } = StudyScope.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const [rows, counts] = await Promise.all([
    database(ctx).codebook.findMany({ where: { studyId }, orderBy: { version: "asc" } }),
    database(ctx).$queryRaw<{ version: number; n: number }[]>`
      SELECT "codebookVersion" AS version, count(*)::int AS n FROM "Label"
      WHERE "studyId" = ${studyId}::uuid AND NOT derived AND question NOT LIKE '\\_%' GROUP BY 1`,
  ]);
  const read = rows.map((row) => ({ ...row, codebook: CodebookSchema.parse(row.content) }));

  return read
    .map(({ version, name, note, contentHash, createdAt, codebook, mapping }, i) => {
      const before = read[i - 1];

      return {
        ...{ version, name, note, contentHash },
        createdAt: createdAt.toISOString(),
        changes: before ? changesBetween(before.codebook, codebook, CodebookMapping.parse(mapping)) : [],
        labels: counts.find((row) => row.version === version)?.n ?? 0,
      };
    })
    .reverse();
}
