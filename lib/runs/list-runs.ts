import { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { FIRST_RANK, ListRunsInput } from "./schema";
import { RunFormat, type RunView } from "./wire";

const Parameters = z.record(z.string(), z.json());

export async function listRuns(ctx: ServiceContext, input: unknown): Promise<RunView[]> {
  const { studyId } = ListRunsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const rows = await database(ctx).run.findMany({ where: { studyId }, orderBy: { createdAt: "asc" } });

  return rows.map(({ id, name, fileName, format, sha256, bytes, rows: count, parameters, createdAt }) => ({
    runId: id,
    name,
    fileName,
    format: RunFormat.parse(format),
    sha256,
    bytes: Number(bytes),
    rows: count,
    parameters: Object.fromEntries(Object.entries(Parameters.parse(parameters)).filter(([key]) => key !== FIRST_RANK)),
    createdAt: createdAt.toISOString(),
  }));
}
