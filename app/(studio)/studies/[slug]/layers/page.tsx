import type { Metadata } from "next";
import { LayerChoice } from "@/components/layers/layer-choice";
import { LayerSize } from "@/components/layers/layer-size";
import { PageHeader } from "@/components/ui/text";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { listJudges } from "@/lib/judges/list-judges";
import { countLayer } from "@/lib/layers/count-layer";
import { layerQueryOf } from "@/lib/layers/query-from-address";
import { listRounds } from "@/lib/sampling/list-rounds";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "Layers" };

export default async function LayersPage({ params, searchParams }: PageProps<"/studies/[slug]/layers">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/layers");
  const given = await searchParams;
  const { studyId } = study;
  const [{ codebook }, judges, rounds, counts] = await Promise.all([
    readCodebook(ctx, { studyId }),
    listJudges(ctx, { studyId }),
    listRounds(ctx, { studyId }),
    orNotFound(countLayer(ctx, { ...layerQueryOf(given), studyId })),
  ]);
  const questions = [...codebook.questions, ...codebook.derived];
  const subject = questions.find((question) => question.id === given.question) ?? questions[0];

  return (
    <>
      <PageHeader title="Layers">
        A layer is the labels of a study under a named rule. Items without a label stay in it, marked as tie or none:
        they are counted, never guessed.
      </PageHeader>
      <LayerChoice
        slug={slug}
        given={given}
        questions={questions.map(({ id, title }) => ({ id, title }))}
        judges={judges.map(({ raterId, name, pseudonym }) => ({ id: raterId, name: name ?? pseudonym }))}
        rounds={rounds
          .filter((round) => round.purpose !== "practice")
          .map(({ roundId, name }) => ({ id: roundId, name }))}
      />
      <LayerSize
        slug={slug}
        given={given}
        counts={counts}
        options={(subject?.options ?? []).map(({ id, label }) => ({ id, label }))}
        judges={judges.map(({ raterId, name, pseudonym }) => ({ id: raterId, name: name ?? pseudonym }))}
      />
    </>
  );
}
