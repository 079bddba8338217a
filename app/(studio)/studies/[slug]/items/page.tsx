import type { Metadata } from "next";
import { ItemFilters } from "@/components/study/item-filters";
import { ItemTable } from "@/components/study/item-table";
import { PageHeader } from "@/components/ui/text";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { listItems } from "@/lib/studies/list-items";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "Items" };

const PARAMETERS = [
  "cursor",
  "filter",
  "question",
  "roundId",
  "version",
  "stratum",
  "search",
  "rater",
  "value",
  "otherRater",
  "otherValue",
];

export default async function ItemsPage({ params, searchParams }: PageProps<"/studies/[slug]/items">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/items");
  const { codebook } = await readCodebook(ctx, { studyId: study.studyId });
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(await searchParams)) {
    if (PARAMETERS.includes(name) && typeof value === "string" && value !== "") given[name] = value;
  }
  const questions = [...codebook.questions, ...codebook.derived].map(({ id, title }) => ({ id, title }));
  const query = { question: questions[0]?.id, ...given };
  const page = await orNotFound(
    listItems(ctx, { ...query, studyId: study.studyId } as Parameters<typeof listItems>[1]),
  );

  return (
    <>
      <PageHeader title="Items">
        Every item of the study with everyone’s answers, under pseudonyms. Raters never see this page.
      </PageHeader>
      <ItemFilters slug={slug} given={query} questions={questions} />
      <ItemTable slug={slug} page={page} given={query} />
    </>
  );
}
