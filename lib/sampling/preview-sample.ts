import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { withSnapshot } from "@/lib/db/snapshot";
import { draw, type StratumCount } from "./draw";
import { loadFrame } from "./load-frame";
import type { Merge } from "./merge-strata";
import { SampleInput } from "./schema";

export type SamplePreview = {
  frameSize: number;
  frameHash: string;
  drawn: number;
  /** Places for raters that the draw would make. */
  slots: number;
  strata: StratumCount[];
  merges: Merge[];
};

/** What `drawSample` would draw with the same plan, without drawing. */
export async function previewSample(ctx: ServiceContext, input: unknown): Promise<SamplePreview> {
  const { studyId, roundId, plan } = SampleInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const frame = await withSnapshot((snapshot) => loadFrame(snapshot, studyId, roundId, plan));
  const { items, strata, merges } = draw(frame.items, plan);

  return {
    frameSize: frame.items.length,
    frameHash: frame.hash,
    drawn: items.length,
    slots: items.reduce((sum, item) => sum + item.k, 0),
    strata,
    merges,
  };
}
