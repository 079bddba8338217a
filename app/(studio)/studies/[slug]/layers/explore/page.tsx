import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { sayLayer } from "@/components/layers/say-layer";
import { ThresholdExplorer } from "@/components/layers/threshold-explorer";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/text";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { exploreMustCite } from "@/lib/layers/explore-must-cite";
import { readLayerChoices } from "@/lib/layers/read-layer-choices";
import { specInAddress } from "@/lib/layers/spec-in-address";
import { thresholdOf } from "@/lib/layers/threshold-in-address";

export const metadata: Metadata = { title: "Thresholds" };

/** Thresholds of a rule before it has a name. */
export default async function ExplorePage({ params, searchParams }: PageProps<"/studies/[slug]/layers/explore">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/layers");
  const given = await searchParams;
  const asked = specInAddress(given);
  const spec = asked && thresholdOf(asked, given);
  if (!spec) notFound();
  const { studyId } = study;
  const [choices, explorer] = await Promise.all([
    readLayerChoices(ctx, { studyId }),
    orNotFound(exploreMustCite(ctx, { studyId, spec })),
  ]);
  const at = `/studies/${slug}/layers`;
  const text = JSON.stringify(spec);

  return (
    <>
      <PageHeader
        title="Thresholds of must-cite"
        actions={
          study.roles.includes("researcher") ? (
            <Link
              prefetch={false}
              href={`${at}/new?spec=${encodeURIComponent(text)}`}
              className={buttonVariants({ variant: "primary" })}
            >
              Use N = {explorer.n}
            </Link>
          ) : null
        }
      >
        {sayLayer(spec, choices)}
      </PageHeader>
      <ThresholdExplorer explorer={explorer} action={`${at}/explore`} kept={[["spec", text]]} />
    </>
  );
}
