import { createCampaign } from "@/lib/campaigns/create-campaign";
import { listCampaigns } from "@/lib/campaigns/read-campaign";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(async ({ ctx, studyId }) => ({ campaigns: await listCampaigns(ctx, { studyId }) }));

export const POST = studyRoute(({ ctx, input }) => createCampaign(ctx, input));
