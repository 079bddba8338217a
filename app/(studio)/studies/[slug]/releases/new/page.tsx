import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ReleaseForm } from "@/components/releases/release-form";
import { PageHeader } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";
import { listJudges } from "@/lib/judges/list-judges";
import { listLayers } from "@/lib/layers/list-layers";
import { listPools } from "@/lib/pools/list-pools";
import { listTargetSets } from "@/lib/pools/list-target-sets";
import { latestPlan } from "@/lib/releases/latest-plan";
import { listRounds } from "@/lib/sampling/list-rounds";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "New release" };

/** `?layer=NAME` chooses a layer beforehand, beside those of the last release. */
export default async function NewReleasePage({ params, searchParams }: PageProps<"/studies/[slug]/releases/new">) {
  const { slug } = await params;
  const asked = (await searchParams).layer;
  const { ctx, study } = await studyPage(slug, "/releases/new");
  if (!study.roles.includes("researcher")) notFound();
  const { studyId, name } = study;
  const [stored, judges, rounds, pools, targetSets, { codebook }, latest] = await Promise.all([
    listLayers(ctx, { studyId }),
    listJudges(ctx, { studyId }),
    listRounds(ctx, { studyId }),
    listPools(ctx, { studyId }),
    listTargetSets(ctx, { studyId }),
    readCodebook(ctx, { studyId }),
    latestPlan(ctx, { studyId }),
  ]);
  const subjects = [...codebook.questions, ...codebook.derived.filter((derived) => !derived.ofItem)];
  const layers = [
    ...stored.map((layer) => ({ value: layer.name, label: layer.name })),
    ...subjects.map(({ id, title }) => ({ value: `majority:${id}`, label: `majority of the raters: ${title}` })),
    ...judges.map((judge) => {
      const named = judge.name ?? judge.pseudonym;

      return { value: `judge:${named}`, label: `the judge ${named} alone` };
    }),
  ];
  const initial = latest?.plan ?? { title: name };
  const wanted = layers.flatMap(({ value }) => ([asked].flat().includes(value) ? [value] : []));
  const chosen = [...new Set([...(latest?.plan.layers ?? []), ...wanted])];

  return (
    <>
      <PageHeader title="New release">
        Filled in from the last release where there is one. Nothing is made before you freeze it; what is frozen never
        changes.
      </PageHeader>
      <ReleaseForm
        slug={slug}
        initial={{ ...initial, layers: chosen }}
        layers={layers}
        rounds={rounds.filter((round) => round.purpose !== "practice").map((round) => round.name)}
        pools={pools.map((pool) => pool.name)}
        targetSets={targetSets.map((set) => set.name)}
      />
    </>
  );
}
