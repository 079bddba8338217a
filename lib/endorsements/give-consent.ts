import { recordAudit } from "@/lib/audit/record-audit";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { changeResponse } from "./change-response";
import { newestText } from "./internal";
import { moveInvitation } from "./move-invitation";
import { ConsentInput } from "./schema";
import type { EndorseAck } from "./wire";

/** Agreement to the texts that were on the screen, and apart from it whether the paper may be named. Again: either may change. */
export async function giveConsent(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision, ...body } = ConsentInput.parse(input);

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: "consent",
      target: "consent",
      body,
      consent: false,
      async write({ tx, held, response, now }) {
        const read = {
          consent: newestText(held, "consent", body.language)?.sha256,
          information: newestText(held, "information", body.language)?.sha256,
        };
        if (read.consent !== body.consentHash || read.information !== body.informationHash) {
          throw new ServiceError(
            "conflict",
            "Not saved: the text changed while you read it. Please read it once more.",
            {
              extra: { needs: "texts" },
            },
          );
        }
        await moveInvitation(tx, held, "opened", now);
        await recordAudit(tx, ctx, {
          studyId: held.studyId,
          action: "endorse.consent",
          subject: response.id,
          detail: { consentHash: body.consentHash, publishIdentity: body.publishIdentity },
        });
        const { consentHash, informationHash, language, publishIdentity } = body;

        return {
          set: {
            consentAt: now,
            consentHash,
            informationHash,
            language,
            publishIdentity,
            identityConfirmedAt: now,
            declinedAt: null,
            notMeAt: null,
            withdrawnAt: null,
          },
        };
      },
    },
  );
}
