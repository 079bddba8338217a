import { changeInvitation } from "@/lib/campaigns/change-invitation";
import { studyRoute } from "@/lib/http/study-route";

export const POST = studyRoute(({ ctx, input, params }) =>
  changeInvitation(ctx, { ...input, campaignId: params.campaignId, invitationId: params.invitationId }),
);
