import { Collects } from "@/lib/campaigns/wire";
import type { ServiceContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { notFound, ServiceError } from "@/lib/errors";
import { doiOf } from "@/lib/pools/identifiers";
import { checkCollected, notCollected, started } from "./answer";
import { changeResponse } from "./change-response";
import { countReadyPairs } from "./count-ready-pairs";
import { findOwnPaper } from "./find-own-paper";
import type { Held } from "./internal";
import { WorkInput } from "./schema";
import type { EndorseAck } from "./wire";

/**
 * One work of the open recall, in the author's own words, matched to the list or the pool where they picked it there.
 * What matches nothing is kept as it was typed, for a reviewer to resolve.
 */
export async function addWork(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision, ...body } = WorkInput.parse(input);
  const { workId, focalId, n, title, year, value, reason } = body;

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: "work",
      focalId,
      target: `work ${focalId} ${workId}`,
      body,
      consent: true,
      async write(writing) {
        const { tx, held, response, now } = writing;
        const { studyId } = held;
        findOwnPaper(held, focalId);
        const collects = Collects.parse(held.invitee.campaign.collects);
        checkCollected(collects, value, reason);
        const there = await tx.endorsement.findUnique({ where: { studyId_id: { studyId, id: workId } } });
        if (there && there.responseId !== response.id) throw notFound("This work");
        // Something outside the list may be named even where recall is not a step of its own.
        if (!collects.openRecall && collects.referenceList === "none") throw notCollected("works");
        const pairs = value === "yes" ? 0 : await countReadyPairs(tx, studyId, response.id, focalId, { id: workId });
        if (value === null) {
          await tx.endorsement.deleteMany({ where: { studyId, id: workId, responseId: response.id } });

          return { ...(await started(writing)), pairs };
        }
        const match = await matched(tx, held, body);
        if (match.referenceN !== null) await refuseTwice(tx, response.id, { studyId, focalId, workId, n });
        const text = reason === undefined ? {} : { reason: reason || null };
        const data = { title, year, value, changedAt: now, ...match, ...text };
        await tx.endorsement.upsert({
          where: { studyId_id: { studyId, id: workId } },
          create: { studyId, id: workId, responseId: response.id, focalId, source: "recalled", ...data },
          update: data,
          select: { id: true },
        });

        return { ...(await started(writing)), pairs };
      },
    },
  );
}

type Work = { focalId: string; n: number | null; corpusId: string | null; doi: string | null };

/** An id is believed where the list or the pool has it, and never made up. */
async function matched(tx: Transaction, held: Held, { focalId, n, corpusId, doi: typed }: Work) {
  const { studyId } = held;
  const doi = typed === null ? null : (doiOf(typed) ?? null);
  const none = { referenceN: null, corpusId: null, resolvedBy: null, resolvedAt: null, doi };
  if (n !== null) {
    const reference = await tx.focalReference.findUnique({
      where: { studyId_focalId_n: { studyId, focalId, n } },
      select: { corpusId: true },
    });
    if (!reference) throw notFound("This reference");
    const found = reference.corpusId !== null;

    return {
      referenceN: n,
      corpusId: reference.corpusId,
      resolvedBy: found ? "list" : null,
      resolvedAt: found ? new Date() : null,
      doi,
    };
  }
  const { poolId } = held.invitee.campaign;
  if (corpusId === null) return none;
  const entry = poolId
    ? await tx.poolEntry.findUnique({
        where: { studyId_poolId_corpusId: { studyId, poolId, corpusId } },
        select: { corpusId: true },
      })
    : null;
  if (!entry) throw notFound("This work");

  return { referenceN: null, corpusId, resolvedBy: "author", resolvedAt: new Date(), doi };
}

async function refuseTwice(
  tx: Transaction,
  responseId: string,
  { studyId, focalId, workId, n }: { studyId: string; focalId: string; workId: string; n: number | null },
): Promise<void> {
  const other = await tx.endorsement.findFirst({
    where: { studyId, responseId, focalId, referenceN: n, id: { not: workId } },
    select: { id: true },
  });
  if (other)
    throw new ServiceError("conflict", "You named this work already. It counts once.", { extra: { twice: true } });
}
