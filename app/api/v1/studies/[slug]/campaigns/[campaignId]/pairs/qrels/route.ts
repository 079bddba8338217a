import { openQrels } from "@/lib/endorsements/open-qrels";
import { studyRoute } from "@/lib/http/study-route";

/** `?profile=public|team|full`, and `&tier=` for one tier of the evaluable set. */
export const GET = studyRoute(async ({ ctx, studyId, params, query }) => {
  const { text, fileName } = await openQrels(ctx, { ...query, studyId, campaignId: params.campaignId });

  return new Response(text, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
