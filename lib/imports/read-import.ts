import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { tendQueued } from "./end-queued";
import { endAbandonedImports, viewOf } from "./internal";
import { OneImportInput } from "./schema";
import type { ImportView } from "./wire";

/** One import with its first hundred faults: how far it is, or how it ended. */
export async function readImport(ctx: ServiceContext, input: unknown): Promise<ImportView> {
  const { studyId, importId } = OneImportInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  await endAbandonedImports(ctx, studyId);
  await tendQueued(ctx, studyId);
  const row = await database(ctx).import.findUnique({ where: { studyId_id: { studyId, id: importId } } });
  if (!row) throw notFound("This import");

  return viewOf(row);
}
