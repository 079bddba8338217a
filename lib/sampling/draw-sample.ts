import { seededRandom } from "@/lib/agreement/random";
import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { type Bulk, withBulk } from "@/lib/db/copy";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { shuffle } from "./choose";
import { type DrawnItem, draw, GENERATOR, type StratumCount } from "./draw";
import { loadFrame } from "./load-frame";
import type { Merge } from "./merge-strata";
import { resolveRaters } from "./resolve-raters";
import { SampleInput, type SamplePlan } from "./schema";

export type DrawnSample = {
  sampleId: string;
  frameSize: number;
  frameHash: string;
  drawn: number;
  slots: number;
  strata: StratumCount[];
  merges: Merge[];
};

/**
 * Draws items that the round has not drawn yet and makes their slots, all or nothing. A second call with another plan
 * is an extension: a sample of its own over what is left.
 */
export async function drawSample(ctx: ServiceContext, input: unknown): Promise<DrawnSample> {
  const { studyId, roundId, plan } = SampleInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withBulk(async (bulk) => {
    // Two draws at once would draw the same items twice.
    await bulk.rows(
      sql`SELECT 1 FROM "Round" WHERE "studyId" = ${studyId}::uuid AND "id" = ${roundId}::uuid FOR UPDATE`,
    );
    const frame = await loadFrame(bulk, studyId, roundId, plan);
    const { items, strata, merges } = draw(frame.items, plan);
    if (items.length === 0) {
      throw new ServiceError("unprocessable", "There is nothing left to draw under this plan. Nothing was changed.");
    }
    const sampleId = uuid7();
    const first = await firstFreePosition(bulk, studyId, roundId);
    const ordered = shuffle(items, seededRandom(`${frame.roundSeed}\u0000positions from ${first}`));
    const summary = { frameSize: frame.items.length, frameHash: frame.hash, drawn: items.length, strata, merges };
    // The audit event's lock is held to the end, so the raters come first and the event last.
    const names = [...plan.reservedFor, ...(plan.overlap?.reservedFor ?? [])];
    const raters = await bulk.withPrisma(ctx, async (tx) => {
      await tx.sample.create({
        data: {
          studyId,
          id: sampleId,
          roundId,
          seed: plan.seed,
          generator: GENERATOR,
          plan: JSON.parse(JSON.stringify(plan)),
          frameHash: frame.hash,
          frameSize: frame.items.length,
          createdById: ctx.actor.kind === "user" ? ctx.actor.userId : null,
        },
        select: { id: true },
      });

      return resolveRaters(tx, studyId, names);
    });
    await bulk.copyInto(
      "SampleItem",
      ["studyId", "sampleId", "itemId", "stratum", "inclusionProbability", "weight", "k"],
      sampleRows(studyId, sampleId, ordered),
    );
    const slots = await bulk.copyInto(
      "Slot",
      ["studyId", "id", "roundId", "itemId", "n", "position", "reservedFor"],
      slotRows(studyId, roundId, ordered, first, plan, raters),
    );
    // Else the planner takes tables that were empty a second ago for empty ones.
    await bulk.execute(sql`ANALYZE "Slot", "SampleItem"`);
    await bulk.withPrisma(ctx, (tx) =>
      recordAudit(tx, ctx, {
        studyId,
        action: "sample.draw",
        subject: sampleId,
        detail: { roundId, frameHash: frame.hash, frameSize: frame.items.length, drawn: items.length, slots },
      }),
    );

    return { sampleId, slots, ...summary };
  });
}

async function firstFreePosition(bulk: Bulk, studyId: string, roundId: string): Promise<number> {
  const [row] = await bulk.rows<{ next: number }>(sql`
    SELECT coalesce(max("position") + 1, 0)::int AS next FROM "Slot"
    WHERE "studyId" = ${studyId}::uuid AND "roundId" = ${roundId}::uuid`);

  return row?.next ?? 0;
}

function* sampleRows(studyId: string, sampleId: string, items: readonly DrawnItem[]) {
  for (const { id, stratum, inclusionProbability, k } of items) {
    yield [studyId, sampleId, id, stratum, inclusionProbability, 1 / inclusionProbability, k];
  }
}

/** An item's slots share one position, which no other item of the round has. */
function* slotRows(
  studyId: string,
  roundId: string,
  items: readonly DrawnItem[],
  first: number,
  plan: SamplePlan,
  raters: ReadonlyMap<string, string>,
) {
  for (const [place, item] of items.entries()) {
    for (let n = 1; n <= item.k; n += 1) {
      const name = n <= plan.k ? plan.reservedFor[n - 1] : plan.overlap?.reservedFor[n - plan.k - 1];
      const reservedFor = name === undefined ? null : (raters.get(name) ?? null);
      yield [studyId, uuid7(), roundId, item.id, n, first + place, reservedFor];
    }
  }
}
