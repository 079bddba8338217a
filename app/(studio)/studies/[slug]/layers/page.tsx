import type { Metadata } from "next";
import Link from "next/link";
import { LayerChoice } from "@/components/layers/layer-choice";
import { LayerList, type Size } from "@/components/layers/layer-list";
import { LayerSize } from "@/components/layers/layer-size";
import { buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { linkVariants, PageHeader, Section } from "@/components/ui/text";
import type { ServiceContext } from "@/lib/context";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { countLayer } from "@/lib/layers/count-layer";
import { layerSteps } from "@/lib/layers/layer-steps";
import { listLayers } from "@/lib/layers/list-layers";
import { layerQueryOf } from "@/lib/layers/query-from-address";
import { readLayerChoices } from "@/lib/layers/read-layer-choices";
import type { LayerSummary } from "@/lib/layers/wire";

export const metadata: Metadata = { title: "Layers" };

export default async function LayersPage({ params, searchParams }: PageProps<"/studies/[slug]/layers">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/layers");
  const given = await searchParams;
  const { studyId } = study;
  const retired = given.retired === "1";
  const { question, judge, round } = given;
  const [choices, layers, counts] = await Promise.all([
    readLayerChoices(ctx, { studyId }),
    listLayers(ctx, { studyId, retired }),
    orNotFound(countLayer(ctx, { ...layerQueryOf({ question, judge, round }), studyId })),
  ]);
  const anyRetired = choices.layers.some((layer) => layer.retired);
  const subject = choices.questions.find((entry) => entry.id === question) ?? choices.questions[0];
  const researcher = study.roles.includes("researcher");

  return (
    <>
      <PageHeader
        title="Layers"
        actions={
          researcher ? (
            <Link
              prefetch={false}
              href={`/studies/${slug}/layers/new`}
              className={buttonVariants({ variant: "primary" })}
            >
              New layer
            </Link>
          ) : null
        }
      >
        A layer is the labels of a study under a named rule. Items without a label stay in it, marked as tie or none:
        they are counted, never guessed.
      </PageHeader>
      <Section
        title="Named layers"
        actions={
          anyRetired ? (
            <Link
              prefetch={false}
              href={`/studies/${slug}/layers${retired ? "" : "?retired=1"}`}
              className={linkVariants({ alone: true })}
            >
              {retired ? "Without retired ones" : "Show retired ones too"}
            </Link>
          ) : null
        }
      >
        {layers.length === 0 ? (
          <Empty title="No layer has a name yet" level={3}>
            A named layer keeps its rule for good, so that a paper and its release mean the same. Its rows follow the
            labels.
          </Empty>
        ) : (
          <LayerList slug={slug} layers={layers} choices={choices} sizes={sizesInTurn(ctx, studyId, layers)} />
        )}
      </Section>
      <Section title="At a glance, without a name">
        <LayerChoice
          slug={slug}
          given={given}
          questions={choices.questions.map(({ id, title }) => ({ id, title }))}
          judges={choices.judges}
          rounds={choices.rounds}
        />
        <LayerSize slug={slug} given={given} counts={counts} options={subject?.options ?? []} judges={choices.judges} />
      </Section>
    </>
  );
}

/** One after another: each reads the whole study, and the page is there meanwhile. */
function sizesInTurn(ctx: ServiceContext, studyId: string, layers: LayerSummary[]): Map<string, Size> {
  let before: Promise<unknown> = Promise.resolve();

  return new Map(
    layers.map(({ layerId }) => {
      const size = before.then(() => layerSteps(ctx, { studyId, layerId }).catch(() => null));
      before = size;

      return [layerId, size];
    }),
  );
}
