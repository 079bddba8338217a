import { createInvitations } from "@/lib/campaigns/create-invitations";
import { listInvitations } from "@/lib/campaigns/list-invitations";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(({ ctx, studyId, params, query }) =>
  listInvitations(ctx, { ...query, studyId, campaignId: params.campaignId }),
);

export const POST = studyRoute(({ ctx, input, params }) =>
  createInvitations(ctx, { ...input, campaignId: params.campaignId }),
);
