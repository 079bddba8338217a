import type { Metadata } from "next";
import { LeaderboardForm } from "@/components/runs/leaderboard-form";
import { LeaderboardView } from "@/components/runs/leaderboard-view";
import { StoredFiles } from "@/components/runs/stored-files";
import { UploadForm } from "@/components/runs/upload-form";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format-number";
import { PageHeader, Section } from "@/components/ui/text";
import { ServiceError } from "@/lib/errors";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { listPools } from "@/lib/pools/list-pools";
import { listTargetSets } from "@/lib/pools/list-target-sets";
import { listRuns } from "@/lib/runs/list-runs";
import { leaderboardQueryOf } from "@/lib/runs/query-from-address";
import { readLeaderboard } from "@/lib/runs/read-leaderboard";
import type { Leaderboard } from "@/lib/runs/wire";
import { readCodebook } from "@/lib/studies/read-codebook";

export const metadata: Metadata = { title: "Runs" };

/** Beyond this many rows a page would keep people waiting; the command line does not mind. */
const MOST_ROWS = 3_000_000;
const DRAWS = 500;

const FORMATS = { trec: "TREC", beir_json: "BEIR JSON", jsonl: "JSON lines", parquet: "Parquet" };

export default async function RunsPage({ params, searchParams }: PageProps<"/studies/[slug]/runs">) {
  const { slug } = await params;
  const { ctx, study } = await studyPage(slug, "/runs");
  const given = await searchParams;
  const { studyId } = study;
  const researcher = study.roles.includes("researcher");
  const [{ codebook }, runs, pools, targetSets] = await Promise.all([
    readCodebook(ctx, { studyId }),
    listRuns(ctx, { studyId }),
    listPools(ctx, { studyId }),
    listTargetSets(ctx, { studyId }),
  ]);
  const questions = [...codebook.questions, ...codebook.derived];
  const subject = questions.find(({ id }) => id === given.question) ?? questions[0];
  const options = (subject?.options ?? []).filter((option) => !("askedOf" in option && option.askedOf === "judge"));
  const graded = options.every(({ id }) => /^\d{1,4}$/.test(id));
  const tooMany = runs.reduce((sum, { rows }) => sum + rows, 0) > MOST_ROWS;
  const query = { draws: DRAWS, ...withoutForeignOption(leaderboardQueryOf(given), options), studyId };
  const board = runs.length === 0 || tooMany ? null : await orNotFound(orReason(readLeaderboard(ctx, query)));
  const files = [
    ...runs.map(({ runId, format, ...run }) => ({ ...run, id: runId, path: "runs", kind: `run, ${FORMATS[format]}` })),
    ...pools.map(({ poolId, size, ...pool }) => ({ ...pool, id: poolId, path: "pools", kind: "pool", rows: size })),
    ...targetSets.map(({ targetSetId, kind, ...set }) => ({
      ...set,
      id: targetSetId,
      path: "target-sets",
      kind: kind === "targets" ? "target set" : kind,
    })),
  ];

  return (
    <>
      <PageHeader title="Runs">
        Systems’ ranked outputs, scored under the study’s layers. Does their order stand under other people’s labels?
      </PageHeader>
      {runs.length > 0 ? (
        <LeaderboardForm
          slug={slug}
          given={given}
          questions={questions.map(({ id, title }) => ({ id, title }))}
          options={graded ? [] : options.map(({ id }) => id)}
        />
      ) : null}
      {board === null ? (
        <Empty title={tooMany ? "Too many rows for a page" : "No run yet"}>
          {tooMany
            ? `These runs have more than ${formatCount(MOST_ROWS)} rows together. Score them with: assay leaderboard --study ${slug}`
            : "Upload a system’s ranked output below. With two runs and two layers this page says whether their order stands."}
        </Empty>
      ) : "reason" in board ? (
        <Empty title="Nothing to score under yet">{board.reason}</Empty>
      ) : (
        <LeaderboardView board={board} />
      )}
      {files.length > 0 ? (
        <Section title="Runs, pools and target sets">
          <StoredFiles slug={slug} label="Runs, pools and target sets" files={files} mayDelete={researcher} />
        </Section>
      ) : null}
      {researcher ? (
        <Section title="Upload">
          <UploadForm slug={slug} targetSets={targetSets.map(({ name }) => name)} />
        </Section>
      ) : null}
    </>
  );
}

/** A form that changes the question still carries the other question's option. */
function withoutForeignOption(query: Record<string, unknown>, options: readonly { id: string }[]) {
  const { positive, ...rest } = query;

  return options.some(({ id }) => id === positive) ? query : rest;
}

async function orReason(work: Promise<Leaderboard>): Promise<Leaderboard | { reason: string }> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "unprocessable") return { reason: error.message };
    throw error;
  }
}
