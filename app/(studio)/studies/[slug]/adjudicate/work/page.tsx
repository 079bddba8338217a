import type { Metadata } from "next";
import { type Entry, keyOf } from "@/components/adjudicate/adjudicate-session";
import { AdjudicateWorkspace } from "@/components/adjudicate/adjudicate-workspace";
import { type QueueView, queueHref } from "@/components/adjudicate/queue-address";
import { raterCodebook } from "@/components/label/rater-codebook";
import { readSelf } from "@/lib/accounts/read-self";
import { listAdjudications } from "@/lib/adjudication/list-adjudications";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "Adjudicate" };

/** Gives the page its part of the queue; items come once it is there, so that nothing of a judge is in the HTML. */
export default async function AdjudicateWorkPage({
  params,
  searchParams,
}: PageProps<"/studies/[slug]/adjudicate/work">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/adjudicate/work");
  const { studyId } = study;
  const given = await searchParams;
  const text = (name: string) => {
    const value = given[name];

    return typeof value === "string" && value !== "" ? value : undefined;
  };
  const [question, roundId] = [text("question"), text("roundId")];
  const view = {
    filter: text("filter") ?? "undecided",
    ...(question !== undefined && { question }),
    ...(roundId !== undefined && { roundId }),
  } as QueueView;
  const page = await orNotFound(listAdjudications(ctx, { ...view, studyId }));
  const [self, { codebook, version }] = await Promise.all([readSelf(ctx), readCodebook(ctx, { studyId })]);
  const [itemId, round, of] = [text("item"), text("round"), text("of")];
  const first: Entry[] =
    itemId && round && of ? [{ itemId, roundId: round, unit: text("unit") ?? "", question: of }] : [];
  const entries = page.rows.map((row): Entry => {
    const { itemId: id, roundId: inRound, unit, question: asked } = row;

    return { itemId: id, roundId: inRound, unit, question: asked };
  });

  return (
    <AdjudicateWorkspace
      slug={slug}
      userId={self.userId}
      scope={view}
      entries={[...first, ...entries.filter((entry) => !first.some((one) => keyOf(one) === keyOf(entry)))]}
      nextCursor={page.nextCursor}
      codebook={raterCodebook(codebook)}
      version={version}
      queueHref={queueHref(slug, view)}
    />
  );
}
