import { randomBytes } from "node:crypto";
import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { uniqueViolation } from "@/lib/db/map-error";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";
import { CreateRoundInput } from "./schema";

/** An empty round; `drawSample` fills it. Rounds are worked in the order of their making, practice first. */
export async function createRound(ctx: ServiceContext, input: unknown): Promise<{ roundId: string; seed: string }> {
  const { studyId, name, purpose, seed = randomBytes(8).toString("hex") } = CreateRoundInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);

  return withTransaction(ctx, async (tx) => {
    const taken = await tx.round.findFirst({ where: { studyId, name }, select: { id: true } });
    if (taken) throw nameTaken(name);
    const last = await tx.round.aggregate({ where: { studyId }, _max: { ordinal: true } });
    const data = { studyId, id: uuid7(), name, purpose, seed, ordinal: Math.max(0, (last._max.ordinal ?? 0) + 1) };
    const round = await tx.round.create({ data, select: { id: true } }).catch((error: unknown) => {
      throw uniqueViolation(error) ? nameTaken(name) : error;
    });
    await recordAudit(tx, ctx, { studyId, action: "round.create", subject: round.id, detail: { name, purpose, seed } });

    return { roundId: round.id, seed };
  });
}

function nameTaken(name: string): ServiceError {
  return new ServiceError("conflict", `This study has a round "${name}" already. Choose another name.`);
}
