import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { CodebookInput } from "./schema";

export type CodebookVersionRow = {
  version: number;
  name: string;
  contentHash: string;
  note: string;
  createdAt: string;
};

export async function listCodebookVersions(ctx: ServiceContext, input: unknown): Promise<CodebookVersionRow[]> {
  const { studyId } = CodebookInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).codebook.findMany({
    where: { studyId },
    orderBy: { version: "desc" },
    select: { version: true, name: true, contentHash: true, note: true, createdAt: true },
  });

  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
