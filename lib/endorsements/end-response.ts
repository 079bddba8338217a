import { recordAudit } from "@/lib/audit/record-audit";
import { doNotAsk } from "@/lib/campaigns/do-not-ask";
import type { ServiceContext } from "@/lib/context";
import { Prisma } from "@/lib/db/generated/client";
import { changeResponse } from "./change-response";
import { countReadyPairs } from "./count-ready-pairs";
import { moveInvitation } from "./move-invitation";
import { DeclineInput, NotMeInput, SubmitInput, WithdrawInput } from "./schema";
import type { EndorseAck } from "./wire";

/** "This is all that will be published." Answers can still be changed until the deadline; each change stays submitted. */
export async function submit(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision } = SubmitInput.parse(input);

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: "submit",
      target: "submit",
      body: {},
      consent: true,
      async write({ tx, held, response, now }) {
        await moveInvitation(tx, held, "submitted", now, true);
        await recordAudit(tx, ctx, { studyId: held.studyId, action: "endorse.submit", subject: response.id });

        return { set: { submittedAt: now, startedAt: response.startedAt ?? now, withdrawnAt: null } };
      },
    },
  );
}

/** One tap, and never asked again in this study. Answers that were begun are dropped. */
export async function decline(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision } = DeclineInput.parse(input);

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: "decline",
      target: "decline",
      body: {},
      consent: false,
      async write({ tx, held, response, now }) {
        const pairs = await countReadyPairs(tx, held.studyId, response.id);
        await dropAnswers(tx, held.studyId, response.id);
        // Of who declines nothing is kept but that they did.
        await tx.endorsementEvent.updateMany({
          where: { studyId: held.studyId, responseId: response.id },
          data: { body: Prisma.DbNull },
        });
        await moveInvitation(tx, held, "declined", now, true);
        await doNotAsk(tx, held.studyId, held.invitee.email);
        await recordAudit(tx, ctx, { studyId: held.studyId, action: "endorse.decline", subject: response.id });

        return { pairs, set: { declinedAt: now, submittedAt: null, consentAt: null, consentHash: null } };
      },
    },
  );
}

/** As easy as consent, also after the deadline: everything leaves all later releases at once. */
export async function withdraw(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision } = WithdrawInput.parse(input);

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: "withdraw",
      target: "withdraw",
      body: {},
      consent: false,
      late: true,
      async write({ tx, held, response, now }) {
        const pairs = await countReadyPairs(tx, held.studyId, response.id);
        await moveInvitation(tx, held, "withdrawn", now, true);
        await recordAudit(tx, ctx, {
          studyId: held.studyId,
          action: "endorse.withdraw",
          subject: response.id,
          detail: { pairs },
        });

        return { pairs, set: { withdrawnAt: now } };
      },
    },
  );
}

/** The link reached somebody else (no focalId), or one of the papers is not theirs. */
export async function notMe(ctx: ServiceContext, input: unknown): Promise<EndorseAck> {
  const { token, opId, revision, focalId } = NotMeInput.parse(input);

  return changeResponse(
    ctx,
    { token, opId, revision },
    {
      kind: focalId ? "not_my_paper" : "not_me",
      ...(focalId && { focalId }),
      target: `not-me ${focalId ?? ""}`,
      body: {},
      consent: false,
      async write({ tx, held, response, now }) {
        const { studyId, inviteeId } = held;
        const pairs = await countReadyPairs(tx, studyId, response.id, focalId);
        await dropAnswers(tx, studyId, response.id, focalId);
        await moveInvitation(tx, held, "opened", now);
        if (focalId) {
          await tx.inviteePaper.updateMany({ where: { studyId, inviteeId, focalId }, data: { notMineAt: now } });

          return { pairs };
        }

        return { pairs, set: { notMeAt: now, submittedAt: null, consentAt: null, consentHash: null } };
      },
    },
  );
}

async function dropAnswers(
  tx: Parameters<typeof countReadyPairs>[0],
  studyId: string,
  responseId: string,
  focalId?: string,
): Promise<void> {
  const where = { studyId, responseId, ...(focalId && { focalId }) };
  await tx.endorsement.deleteMany({ where });
  await tx.inspiration.deleteMany({ where });
}
