import { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { OneImportInput } from "./schema";
import { ImportFault } from "./wire";

/** All faults of an import that were kept, to download: `faultCount` says how many there were. */
export async function listImportFaults(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ fileName: string; faultCount: number; faults: ImportFault[] }> {
  const { studyId, importId } = OneImportInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const row = await database(ctx).import.findUnique({
    where: { studyId_id: { studyId, id: importId } },
    select: { fileName: true, faultCount: true, faults: true },
  });
  if (!row) throw notFound("This import");

  return { ...row, faults: z.array(ImportFault).parse(row.faults) };
}
