import type { Metadata } from "next";
import { RoundForm } from "@/components/sampling/round-form";
import { RoundTable } from "@/components/sampling/round-table";
import { SampleForm } from "@/components/sampling/sample-form";
import { PageHeader, Section } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";
import { listJudges } from "@/lib/judges/list-judges";
import { listRounds } from "@/lib/sampling/list-rounds";
import { readCodebook } from "@/lib/studies/read-codebook";
import { readCounts } from "@/lib/studies/read-counts";

export const metadata: Metadata = { title: "Rounds and samples" };

export default async function RoundsPage({ params }: PageProps<"/studies/[slug]/rounds">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/rounds");
  const { studyId } = study;
  const [rounds, judges, { codebook }, counts] = await Promise.all([
    listRounds(ctx, { studyId }),
    listJudges(ctx, { studyId }),
    readCodebook(ctx, { studyId }),
    readCounts(ctx, { studyId }),
  ]);
  const researcher = study.roles.includes("researcher");

  return (
    <>
      <PageHeader title="Rounds and samples">
        A round is a part of the study with a purpose. A sample draws items into it, with a seed, strata and a stored
        probability for each item, so that the same draw can be made again and estimates can be weighted.
      </PageHeader>
      <RoundTable slug={slug} rounds={rounds} researcher={researcher} />
      {researcher ? (
        <>
          <Section title="New round">
            <RoundForm slug={slug} />
          </Section>
          {rounds.some((round) => !round.closed) ? (
            <Section title="Draw a sample">
              <SampleForm
                slug={slug}
                items={counts.items}
                rounds={rounds.filter((round) => !round.closed).map(({ roundId, name }) => ({ id: roundId, name }))}
                fields={codebook.item.fields.map(({ id, label }) => ({ id, label }))}
                judges={judges.map(({ name, pseudonym }) => name ?? pseudonym)}
                questions={[...codebook.questions, ...codebook.derived].map(({ id, title }) => ({ id, title }))}
              />
            </Section>
          ) : null}
        </>
      ) : null}
    </>
  );
}
