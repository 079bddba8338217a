import type { Metadata } from "next";
import { CampaignFrame } from "@/components/campaigns/campaign-frame";
import { CrossLayerChoice } from "@/components/campaigns/cross-layer-choice";
import { CrossLayerView } from "@/components/campaigns/cross-layer-view";
import { layerSources, sourceOf } from "@/components/campaigns/layer-sources";
import { readCrossLayer } from "@/lib/endorsements/read-cross-layer";
import { campaignPage } from "@/lib/http/campaign-page";
import { orNotFound } from "@/lib/http/page-context";
import { listJudges } from "@/lib/judges/list-judges";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "Against a layer" };

export default async function CrossLayerPage({
  params,
  searchParams,
}: PageProps<"/studies/[slug]/campaigns/[campaignId]/cross-layer">) {
  const given = await searchParams;
  const text = (name: string) => (typeof given[name] === "string" && given[name] !== "" ? given[name] : undefined);
  const open = await campaignPage(params, "/cross-layer");
  const { studyId } = open.scope;
  const [universe, chosen] = [text("universe"), text("source")];
  const [judges, { codebook }] = await Promise.all([
    listJudges(open.ctx, { studyId }),
    readCodebook(open.ctx, { studyId }),
  ]);
  const source = sourceOf(chosen);
  const report =
    universe === undefined
      ? null
      : await orNotFound(readCrossLayer(open.ctx, { ...open.scope, universe, ...(source && { source }) }));

  return (
    <>
      <CampaignFrame open={open} current="/cross-layer" title="Against a layer">
        Endorsement beside what a rhetorical layer says of the same edges. Answers from responders only.
      </CampaignFrame>
      <CrossLayerChoice
        slug={open.slug}
        campaignId={open.scope.campaignId}
        given={{ universe, source: chosen }}
        sources={layerSources(codebook, judges)}
      />
      {report ? <CrossLayerView report={report} /> : null}
    </>
  );
}
