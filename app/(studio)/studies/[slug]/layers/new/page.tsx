import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { LayerForm } from "@/components/layers/layer-form";
import { PageHeader } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";
import { readLayerChoices } from "@/lib/layers/read-layer-choices";
import { specInAddress } from "@/lib/layers/spec-in-address";

export const metadata: Metadata = { title: "New layer" };

export default async function NewLayerPage({ params, searchParams }: PageProps<"/studies/[slug]/layers/new">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/layers/new");
  if (!study.roles.includes("researcher")) notFound();
  const choices = await readLayerChoices(ctx, { studyId: study.studyId });

  return (
    <>
      <PageHeader title="New layer">
        A rule, and what it is a rule for. It is counted while you build it; once it has a name, it never changes.
      </PageHeader>
      <LayerForm slug={slug} choices={choices} initial={specInAddress(await searchParams) ?? undefined} />
    </>
  );
}
