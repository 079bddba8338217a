import type { Metadata } from "next";
import Link from "next/link";
import { AdjudicatorAgreementTable } from "@/components/adjudicate/adjudicator-agreement-table";
import { type QueueView, queueHref, workHref } from "@/components/adjudicate/queue-address";
import { QueueFilters } from "@/components/adjudicate/queue-filters";
import { QueueTable } from "@/components/adjudicate/queue-table";
import { buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format-number";
import { Footnote, linkVariants, PageHeader } from "@/components/ui/text";
import { adjudicatorAgreement } from "@/lib/adjudication/adjudicator-agreement";
import { listAdjudications } from "@/lib/adjudication/list-adjudications";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";

export const metadata: Metadata = { title: "Adjudicate" };

const PARAMETERS = ["filter", "question", "roundId", "cursor"];

export default async function AdjudicatePage({ params, searchParams }: PageProps<"/studies/[slug]/adjudicate">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/adjudicate");
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(await searchParams)) {
    if (PARAMETERS.includes(name) && typeof value === "string" && value !== "") given[name] = value;
  }
  const { studyId } = study;
  const view = { filter: "undecided", ...given } as QueueView;
  const { cursor: _, filter: __, ...scope } = view;
  const [page, agreement] = await orNotFound(
    Promise.all([listAdjudications(ctx, { ...view, studyId }), adjudicatorAgreement(ctx, { ...scope, studyId })]),
  );
  const [first] = page.rows;

  return (
    <>
      <PageHeader
        title="Adjudicate"
        actions={
          first ? (
            <Link
              href={workHref(slug, view, first)}
              prefetch={false}
              className={buttonVariants({ variant: "primary" })}
            >
              Begin
            </Link>
          ) : null
        }
      >
        What raters, or raters and a judge, answered differently; what is worth most comes first.
      </PageHeader>
      <QueueFilters slug={slug} page={page} view={view} />
      {first ? (
        <>
          <QueueTable slug={slug} page={page} view={view} />
          <nav aria-label="Pages of the queue" className="flex flex-wrap gap-4 py-3 text-sm">
            {view.cursor ? (
              <Link
                href={queueHref(slug, { ...scope, filter: view.filter })}
                prefetch={false}
                className={linkVariants({ alone: true })}
              >
                From the start
              </Link>
            ) : null}
            {page.nextCursor ? (
              <Link
                href={queueHref(slug, { ...view, cursor: page.nextCursor })}
                prefetch={false}
                className={linkVariants({ alone: true })}
              >
                Next {formatCount(Math.min(50, page.counts[view.filter]))}
              </Link>
            ) : null}
          </nav>
          <Footnote>
            Worth = .5 × disagreement + .2 × rarity + .3 × judge against, each from 0 to 1. Disagreement is the item’s
            observed disagreement over the expected one, d / (1 + d); rarity is 1 less the mean share of the options in
            dispute; judge against is the share of judges that contradict the raters’ plurality.
          </Footnote>
        </>
      ) : (
        <Empty title={page.answered === 0 ? "No answers yet" : "Nothing here"}>
          {page.answered === 0
            ? "Once raters have answered, what they disagree on comes here."
            : `Of ${formatCount(page.answered)} answered questions none belongs to this part of the queue.`}
        </Empty>
      )}
      <AdjudicatorAgreementTable questions={agreement} />
    </>
  );
}
