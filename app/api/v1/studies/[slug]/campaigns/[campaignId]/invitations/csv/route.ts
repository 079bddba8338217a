import { invitationsCsv } from "@/lib/campaigns/invitations-csv";
import { studyRoute } from "@/lib/http/study-route";

/** A POST, because each download makes new links. */
export const POST = studyRoute(async ({ ctx, input, params }) => {
  const { text, fileName } = await invitationsCsv(ctx, { ...input, campaignId: params.campaignId });

  return new Response(text, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
