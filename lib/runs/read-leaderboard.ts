import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withSnapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { notFound, ServiceError } from "@/lib/errors";
import { metricNamed } from "@/lib/scoring/metric-named";
import { computeLeaderboard } from "./compute-leaderboard";
import { loadRun } from "./load-run";
import { LeaderboardInput } from "./schema";
import { loadStudyLayers } from "./study-layers";
import type { Leaderboard } from "./wire";

export type StudyLeaderboard = Leaderboard & { question: string; positive: string | null };

/** A study's registered runs under its layers, from one snapshot: does their order stand? */
export async function readLeaderboard(ctx: ServiceContext, input: unknown): Promise<StudyLeaderboard> {
  const given = LeaderboardInput.parse(input);
  const { studyId } = given;
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const metric = metricNamed(given.metric);
  if (!metric || metric.over === "sum") {
    throw new ServiceError(
      "bad_input",
      `${given.metric} ranks nothing. Name a metric such as ndcg_cut_10, map, recip_rank or hit_100.`,
    );
  }

  return withSnapshot(async (snapshot) => {
    const all = await snapshot.rows<{ id: string; name: string }>(
      sql`SELECT id, name FROM "Run" WHERE "studyId" = ${studyId}::uuid ORDER BY "createdAt", name`,
    );
    const runs = given.runIds ? all.filter(({ id }) => given.runIds?.includes(id)) : all;
    if (given.runIds && runs.length < new Set(given.runIds).size) throw notFound("This run");
    if (runs.length === 0) throw new ServiceError("unprocessable", "No run is registered in this study yet.");
    const { layers, rated, question, positive, warnings } = await loadStudyLayers(ctx, snapshot, given);
    const queries = new Set([
      ...layers.flatMap(({ qrels }) => [...qrels.keys()]),
      ...rated.pairs.map(({ query }) => query),
    ]);
    const settings = {
      relevance_level: given.relevanceLevel,
      least: given.least,
      bootstrap: given.bootstrap,
      draws: given.draws,
      rule: given.rule,
      seed: given.seed,
      level: given.level,
    };
    const board = await computeLeaderboard({
      layers,
      runs: runs.map(({ id, name }) => ({ name, load: () => loadRun(snapshot, studyId, id, queries) })),
      rated: rated.raters > 1 ? rated : undefined,
      metric,
      settings,
    });
    const alone =
      rated.raters > 1 ? [] : ["Fewer than two people labelled, so there is no disagreement to draw labels from."];

    return { ...board, question, positive, warnings: [...warnings, ...alone, ...board.warnings] };
  });
}
