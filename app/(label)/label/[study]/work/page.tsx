import type { Metadata } from "next";
import Link from "next/link";
import { MyWork } from "@/components/label/my-work";
import { raterCodebook } from "@/components/label/rater-codebook";
import { PlainShell } from "@/components/shell/plain-shell";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/text";
import { orNotFound, signedInContext } from "@/lib/http/page-context";
import { readMyWork } from "@/lib/labels/my-work";
import { readCodebook } from "@/lib/studies/read-codebook";
import { readStudy } from "@/lib/studies/read-study";

export const metadata: Metadata = { title: "My work" };

type Query = Record<string, string | string[] | undefined>;
type WorkPageProps = { params: Promise<{ study: string }>; searchParams: Promise<Query> };

export default async function WorkPage({ params, searchParams }: WorkPageProps) {
  const { study: slug } = await params;
  const filter = filterOf(await searchParams);
  const ctx = await signedInContext(`/label/${slug}/work`);
  const study = await orNotFound(readStudy(ctx, { slug }));
  const { studyId } = study;
  const [question, value] = (filter.answer ?? "").split(":");
  const [page, { codebook }] = await orNotFound(
    Promise.all([
      readMyWork(ctx, {
        studyId,
        ...(filter.state ? { state: filter.state } : {}),
        ...(filter.cursor ? { cursor: filter.cursor } : {}),
        ...(question ? { question } : {}),
        ...(value ? { value } : {}),
      }),
      readCodebook(ctx, { studyId }),
    ]),
  );

  return (
    <PlainShell width="wide">
      <PageHeader
        title="My work"
        eyebrow={study.name}
        actions={
          <Link className={buttonVariants({ variant: "primary" })} prefetch={false} href={`/label/${slug}`}>
            Go on labelling
          </Link>
        }
      >
        Your own answers, newest first. An item that is opened again can be answered anew; what you said before is kept
        in its history.
      </PageHeader>
      <MyWork slug={slug} codebook={raterCodebook(codebook)} page={page} filter={filter} />
    </PlainShell>
  );
}

function filterOf(query: Query) {
  const one = (name: string) => {
    const value = query[name];

    return typeof value === "string" && value !== "" ? { [name]: value } : {};
  };

  return { ...one("state"), ...one("answer"), ...one("cursor") } as {
    state?: string;
    answer?: string;
    cursor?: string;
  };
}
