import { Collects } from "@/lib/campaigns/wire";
import type { ServiceContext } from "@/lib/context";
import { uuid7 } from "@/lib/db/uuid";
import { notFound, ServiceError } from "@/lib/errors";
import { changeResponse, type Writing } from "./change-response";
import { countReadyPairs } from "./count-ready-pairs";
import { findOwnPaper } from "./find-own-paper";
import { moveInvitation } from "./move-invitation";
import { AnswerInput } from "./schema";
import type { EndorseAck } from "./wire";

/** One tap on the reference list. A work that was recalled before stays recalled. */
export async function answer(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision, focalId, n, value, reason } = AnswerInput.parse(input);

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: "answer",
      focalId,
      target: `ref ${focalId} ${n}`,
      body: { focalId, n, value, ...(reason !== undefined && { reason }) },
      consent: true,
      async write(writing) {
        const { tx, held, response, now } = writing;
        const { studyId } = held;
        findOwnPaper(held, focalId);
        const collects = Collects.parse(held.invitee.campaign.collects);
        if (collects.referenceList === "none") throw notFound("This reference");
        checkCollected(collects, value, reason);
        const reference = await tx.focalReference.findUnique({
          where: { studyId_focalId_n: { studyId, focalId, n } },
          select: { corpusId: true },
        });
        if (!reference) throw notFound("This reference");
        const where = { studyId, responseId: response.id, focalId, referenceN: n };
        const pairs = value === "yes" ? 0 : await countReadyPairs(tx, studyId, response.id, focalId, { referenceN: n });
        if (value === null) await tx.endorsement.deleteMany({ where });
        else {
          const text = reason === undefined ? {} : { reason: reason || null };
          const { count } = await tx.endorsement.updateMany({ where, data: { value, changedAt: now, ...text } });
          if (count === 0) {
            await tx.endorsement.create({
              data: {
                ...where,
                id: uuid7(),
                value,
                source: "recognised",
                corpusId: reference.corpusId,
                resolvedBy: reference.corpusId === null ? null : "list",
                resolvedAt: reference.corpusId === null ? null : now,
                ...text,
              },
              select: { id: true },
            });
          }
        }

        return { ...(await started(writing)), pairs };
      },
    },
  );
}

/** The first answer starts the response. */
export async function started({ tx, held, response, now }: Writing) {
  if (!response.startedAt) await moveInvitation(tx, held, "started", now);

  return { set: { startedAt: response.startedAt ?? now } };
}

export function checkCollected(collects: Collects, value: "yes" | "maybe" | null, reason: string | undefined): void {
  if (value === "maybe" && !collects.maybe) throw notCollected('"maybe"');
  if (reason && !collects.reasons) throw notCollected("reasons");
}

export function notCollected(what: string): ServiceError {
  return new ServiceError("unprocessable", `Not saved: this campaign does not ask for ${what}.`);
}
