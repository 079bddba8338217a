import { studyRoute } from "@/lib/http/study-route";
import { leaderboardQueryOf } from "@/lib/runs/query-from-address";
import { readLeaderboard } from "@/lib/runs/read-leaderboard";

/** `?metric=…&question=…&positive=…&layers=…,…&draws=…`: the leaderboard as `assay leaderboard --json` prints it. */
export const GET = studyRoute(({ ctx, studyId, query }) =>
  readLeaderboard(ctx, { ...leaderboardQueryOf(query), studyId }),
);
