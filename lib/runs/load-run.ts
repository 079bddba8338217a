import { z } from "zod";
import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import type { Run } from "@/lib/scoring/data";
import { FIRST_RANK } from "./schema";

const Stored = z.object({ [FIRST_RANK]: z.union([z.literal(0), z.literal(1)]).optional() });

/** A registered run as the scorer reads it, but for queries that nobody asks about. */
export async function loadRun(
  snapshot: Snapshot,
  studyId: string,
  runId: string,
  wanted: ReadonlySet<string>,
): Promise<Run> {
  const [row] = await snapshot.rows<{ parameters: unknown }>(
    sql`SELECT parameters FROM "Run" WHERE "studyId" = ${studyId}::uuid AND id = ${runId}::uuid`,
  );
  const firstRank = Stored.parse(row?.parameters ?? {})[FIRST_RANK];
  const scores = new Map<string, Map<string, number>>();
  const entries = sql`SELECT query, document, score FROM "RunEntry" WHERE "studyId" = ${studyId}::uuid AND "runId" = ${runId}::uuid`;
  for await (const page of snapshot.pages<{ query: string; document: string; score: number }>(entries, 20_000)) {
    for (const { query, document, score } of page) {
      if (!wanted.has(query)) continue;
      const known = scores.get(query);
      if (known) known.set(document, score);
      else scores.set(query, new Map([[document, score]]));
    }
  }

  return { scores, ...(firstRank !== undefined && { firstRank }) };
}
