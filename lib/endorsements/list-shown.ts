import { Collects } from "@/lib/campaigns/wire";
import type { ServiceContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { changeResponse } from "./change-response";
import { findOwnPaper } from "./find-own-paper";
import { ListShownInput } from "./schema";
import type { EndorseAck } from "./wire";

/** The list was on the screen: only works of lists that were shown can be "passed over". */
export async function listShown(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision, focalId } = ListShownInput.parse(input);

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: "list_shown",
      focalId,
      target: `shown ${opId}`,
      body: { focalId },
      consent: true,
      async write({ tx, held, now }) {
        findOwnPaper(held, focalId);
        if (Collects.parse(held.invitee.campaign.collects).referenceList === "none") throw notFound("This list");
        await tx.inviteePaper.updateMany({
          where: { studyId: held.studyId, inviteeId: held.inviteeId, focalId, listShownAt: null },
          data: { listShownAt: now },
        });

        return {};
      },
    },
  );
}
