import type { Transaction } from "@/lib/db/client";
import type { InvitationState } from "@/lib/db/generated/enums";

const RANK: Record<InvitationState, number> = {
  made: 0,
  sent: 1,
  bounced: 1,
  expired: 1,
  opened: 2,
  started: 3,
  submitted: 4,
  declined: 5,
  withdrawn: 6,
};
const TIME = {
  opened: "openedAt",
  started: "startedAt",
  submitted: "submittedAt",
  declined: "declinedAt",
  withdrawn: "withdrawnAt",
} as const;

/** An invitation goes forward: the time of a step is its first, the state its furthest. `again`: it may also go back to it. */
export async function moveInvitation(
  tx: Transaction,
  { studyId, id }: { studyId: string; id: string },
  step: keyof typeof TIME,
  now: Date,
  again = false,
): Promise<void> {
  const row = await tx.invitation.findUniqueOrThrow({ where: { studyId_id: { studyId, id } } });
  const opened = row.openedAt ?? now;
  const time = TIME[step];
  await tx.invitation.update({
    where: { studyId_id: { studyId, id } },
    data: {
      openedAt: opened,
      [time]: row[time] ?? now,
      ...(again || RANK[step] > RANK[row.state] ? { state: step } : {}),
    },
    select: { id: true },
  });
}
