import { requireRole } from "@/lib/auth/require-role";
import { findCampaign } from "@/lib/campaigns/find-campaign";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { crossLayer, NEGATIVE_SENTENCE, RESPONDERS_SENTENCE } from "./cross-layer";
import { type LoadedEdge, loadEdges } from "./load-edges";
import { recovery } from "./recovery";
import { CrossLayerInput } from "./review-schema";
import type { CrossLayerReport } from "./wire";

const THRESHOLDS = { rootShare: 0.5, maxProbability: 0.5, mentions: 2 } as const;

/** Endorsement against a rhetorical layer. The universe has no default: it is asked for before anything is computed. */
export async function readCrossLayer(ctx: ServiceContext, input: unknown): Promise<CrossLayerReport> {
  const { studyId, campaignId, universe, source, replicates } = CrossLayerInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const { seed } = await findCampaign(database(ctx), studyId, campaignId);
  const edges = await loadEdges(database(ctx), { studyId, campaignId }, source);
  const options = { seed, replicates };
  const inside = edges.filter((edge) => universe === "a" || edge.shown);

  return {
    sentences: [RESPONDERS_SENTENCE, ...(universe === "c" ? [] : [NEGATIVE_SENTENCE])],
    tables: crossLayer(edges, universe, options),
    recovery:
      universe === "c"
        ? []
        : (["rootShare", "maxProbability", "mentions"] as const).map((feature) => ({
            feature,
            result: recovery(scored(inside, feature), { ...options, threshold: THRESHOLDS[feature] }),
          })),
  };
}

function scored(edges: readonly LoadedEdge[], feature: keyof typeof THRESHOLDS) {
  return edges.flatMap((edge) => {
    const score = edge[feature];

    return score === null ? [] : [{ positive: edge.endorsed, score, cluster: edge.focal }];
  });
}
