import { Collects } from "@/lib/campaigns/wire";
import type { ServiceContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { notCollected, started } from "./answer";
import { changeResponse } from "./change-response";
import { findOwnPaper } from "./find-own-paper";
import { InspirationInput } from "./schema";
import type { EndorseAck } from "./wire";

/** A talk, a conversation, a failed experiment, a need. Private: counted, and never in any export. */
export async function nonPaper(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision, ...body } = InspirationInput.parse(input);
  const { inspirationId, focalId, kind, text } = body;

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: "inspiration",
      focalId,
      target: `inspiration ${focalId} ${inspirationId}`,
      body,
      consent: true,
      async write(writing) {
        const { tx, held, response } = writing;
        const { studyId } = held;
        findOwnPaper(held, focalId);
        if (!Collects.parse(held.invitee.campaign.collects).nonPaper) throw notCollected("what was not a paper");
        const there = await tx.inspiration.findUnique({ where: { studyId_id: { studyId, id: inspirationId } } });
        if (there && there.responseId !== response.id) throw notFound("This entry");
        if (kind === null)
          await tx.inspiration.deleteMany({ where: { studyId, id: inspirationId, responseId: response.id } });
        else {
          const data = { kind, ...(text !== undefined && { text: text || null }) };
          await tx.inspiration.upsert({
            where: { studyId_id: { studyId, id: inspirationId } },
            create: { studyId, id: inspirationId, responseId: response.id, focalId, ...data },
            update: data,
            select: { id: true },
          });
        }

        return started(writing);
      },
    },
  );
}
