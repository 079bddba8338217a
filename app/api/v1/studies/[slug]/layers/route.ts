import { studyRoute } from "@/lib/http/study-route";
import { createLayer } from "@/lib/layers/create-layer";
import { listLayers } from "@/lib/layers/list-layers";

export const GET = studyRoute(({ ctx, query, studyId }) =>
  listLayers(ctx, { studyId, retired: query.retired === "true" }),
);
export const POST = studyRoute(({ ctx, input }) => createLayer(ctx, input));
