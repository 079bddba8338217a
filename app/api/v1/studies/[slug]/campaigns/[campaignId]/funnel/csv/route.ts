import { funnelCsv } from "@/lib/campaigns/funnel-csv";
import { studyRoute } from "@/lib/http/study-route";

export const GET = studyRoute(async ({ ctx, studyId, params }) => {
  const text = await funnelCsv(ctx, { studyId, campaignId: params.campaignId });

  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="funnel.csv"',
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
