import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { evaluablePairs } from "./evaluable-pairs";
import { OpenQrelsInput } from "./review-schema";

/**
 * The evaluable set of a tier (of all, where none is named) as TREC qrels. Only endorsed pairs stand in it, each with
 * grade 1: what nobody endorsed is unlabelled and has no line.
 */
export async function openQrels(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ fileName: string; text: string; rows: number; tiers: { tier: string; pairs: number }[] }> {
  const { tier, ...scope } = OpenQrelsInput.parse(input);
  await requireRole(ctx, scope.studyId, ["researcher", "adjudicator", "auditor"]);
  const evaluable = await evaluablePairs(ctx, scope);
  const tiers = [...new Set(evaluable.map((pair) => pair.tier))].sort().map((name) => ({
    tier: name,
    pairs: evaluable.filter((pair) => pair.tier === name).length,
  }));
  const rows = evaluable.filter((pair) => tier === undefined || pair.tier === tier);
  const lines = rows.map(({ focal, candidate }) => {
    if (/\s/.test(focal + candidate)) {
      throw new ServiceError("unprocessable", `No qrels: the id "${focal}" or "${candidate}" has a space in it.`);
    }

    return `${focal} 0 ${candidate} 1\n`;
  });
  const named = tier === undefined ? "" : `-${tier.replace(/[^A-Za-z0-9]+/g, "-").toLowerCase()}`;

  return { fileName: `endorsed${named}.qrels`, text: lines.join(""), rows: rows.length, tiers };
}
