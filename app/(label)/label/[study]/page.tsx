import type { Metadata } from "next";
import { LabelWorkspace } from "@/components/label/label-workspace";
import { raterCodebook } from "@/components/label/rater-codebook";
import type { Codebooks } from "@/components/label/session-state";
import { PlainShell } from "@/components/shell/plain-shell";
import { Empty } from "@/components/ui/empty";
import { readSelf } from "@/lib/accounts/read-self";
import type { ServiceContext } from "@/lib/context";
import { orNotFound, signedInContext } from "@/lib/http/page-context";
import { readCodebook } from "@/lib/studies/read-codebook";
import { readStudy } from "@/lib/studies/read-study";

export const metadata: Metadata = { title: "Label" };

type LabelPageProps = {
  params: Promise<{ study: string }>;
  searchParams: Promise<{ reopen?: string | string[] }>;
};

/** Gives the page who rates and what is asked. Items come by POST once it is there; rendering claims nothing. */
export default async function LabelPage({ params, searchParams }: LabelPageProps) {
  const { study: slug } = await params;
  const { reopen } = await searchParams;
  const ctx = await signedInContext(`/label/${slug}`);
  const study = await orNotFound(readStudy(ctx, { slug }));
  if (!study.roles.includes("rater")) return <NotARater />;
  const [self, codebooks] = await Promise.all([
    readSelf(ctx),
    codebooksInUse(ctx, study.studyId, study.codebookVersion),
  ]);

  return (
    <LabelWorkspace
      userId={self.userId}
      study={{ slug: study.slug, name: study.name }}
      codebooks={codebooks}
      reopenId={typeof reopen === "string" ? reopen : undefined}
    />
  );
}

/** Items keep the version under which they were first served: the newest versions, as far back as a rater meets them. */
async function codebooksInUse(ctx: ServiceContext, studyId: string, newest: number): Promise<Codebooks> {
  const versions = Array.from({ length: Math.min(newest, 5) }, (_, i) => newest - i);
  const read = await Promise.all(versions.map((version) => readCodebook(ctx, { studyId, version })));

  return Object.fromEntries(read.map(({ version, codebook }) => [version, raterCodebook(codebook)]));
}

function NotARater() {
  return (
    <PlainShell>
      <Empty level={1} title="Only raters label">
        You are a member of this study, but not as a rater, so that nobody labels by accident. A researcher can add that
        role under Raters.
      </Empty>
    </PlainShell>
  );
}
