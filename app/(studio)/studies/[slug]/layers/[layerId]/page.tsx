import type { Metadata } from "next";
import Link from "next/link";
import { Suspense } from "react";
import { othersOf, sideOf } from "@/components/layers/beside";
import { LayerAgreement } from "@/components/layers/layer-agreement";
import { type Difference, LayerDifference } from "@/components/layers/layer-difference";
import { LayerDownload } from "@/components/layers/layer-download";
import { ClassBalance, LayerFunnel } from "@/components/layers/layer-funnel";
import { RetireButton } from "@/components/layers/retire-button";
import { RowTable } from "@/components/layers/row-table";
import { nameRule, sayLayer } from "@/components/layers/say-layer";
import { hrefsOf } from "@/components/layers/step-hrefs";
import { ThresholdExplorer } from "@/components/layers/threshold-explorer";
import { buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Footnote, linkVariants, PageHeader, Section } from "@/components/ui/text";
import { loadReport } from "@/lib/agreement-reports/load-report";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { compareLayers } from "@/lib/layers/compare-layers";
import { exploreMustCite } from "@/lib/layers/explore-must-cite";
import { findRowItems } from "@/lib/layers/find-row-items";
import { layerSteps } from "@/lib/layers/layer-steps";
import { readLayer } from "@/lib/layers/read-layer";
import { readLayerChoices } from "@/lib/layers/read-layer-choices";
import { readLayerRows } from "@/lib/layers/read-layer-rows";
import { itemRulesOf, ruleNeeds } from "@/lib/layers/rule-needs";
import { thresholdOf } from "@/lib/layers/threshold-in-address";
import type { LayerSpec, LayerSummary } from "@/lib/layers/wire";

export const metadata: Metadata = { title: "Layer" };

const SAMPLE = 8;

export default async function LayerPage({ params, searchParams }: PageProps<"/studies/[slug]/layers/[layerId]">) {
  const { slug, layerId } = await params;
  const { ctx, study } = await studyPage(slug, `/layers/${layerId}`);
  const given = await searchParams;
  const { studyId } = study;
  const layer = await orNotFound(readLayer(ctx, { studyId, layerId }));
  const { spec } = layer;
  const version = spec.codebookVersion;
  const [choices, newest] = await Promise.all([
    readLayerChoices(ctx, { studyId, ...(version !== undefined && { version }) }),
    readLayerChoices(ctx, { studyId }),
  ]);
  const at = `/studies/${slug}/layers/${layerId}`;
  const researcher = study.roles.includes("researcher");
  const counted = await orProblem(layerSteps(ctx, { studyId, layerId }));
  const explored = thresholdOf(spec, given);

  return (
    <>
      <PageHeader
        eyebrow={layer.retiredAt ? "Retired layer" : "Layer"}
        title={layer.name}
        actions={<Actions slug={slug} layer={layer} researcher={researcher} />}
      >
        {layer.note || nameRule(spec.rule)}
      </PageHeader>
      <div className="mb-10">
        <p className="max-w-[38em] font-read text-xl text-pretty">{sayLayer(spec, choices)}</p>
        <Footnote>
          Codebook v{choices.codebookVersion} · made on {layer.createdAt.slice(0, 10)} · rule{" "}
          <span className="break-all">{layer.ruleHash}</span>
        </Footnote>
      </div>
      {"problem" in counted ? (
        <Notice tone="warn" title={counted.problem}>
          The rule names something that is no longer there. Its words stand above; its rows cannot be computed.
        </Notice>
      ) : (
        <>
          <Section title="Size at each step">
            <LayerFunnel steps={counted.value} hrefs={hrefsOf(slug, at, spec)} />
          </Section>
          <Section title="Class balance">
            <ClassBalance
              steps={counted.value}
              options={choices.questions.find((question) => question.id === spec.question)?.options ?? []}
              hrefs={hrefsOf(slug, at, spec)}
              mustCite={explored !== null}
            />
          </Section>
          {explored ? (
            <ThresholdExplorer explorer={await exploreMustCite(ctx, { studyId, spec: explored })} action={at} />
          ) : null}
          <Section title="Agreement behind it">
            <Suspense fallback={<p className="text-ink-2">Computing intervals …</p>}>
              <Agreement
                ctx={ctx}
                slug={slug}
                studyId={studyId}
                spec={spec}
                older={version !== undefined && version < newest.codebookVersion}
              />
            </Suspense>
          </Section>
          <LayerDifference
            slug={slug}
            at={at}
            name={layer.name}
            others={othersOf(layer, choices)}
            against={textOf(given.against)}
            show={textOf(given.show) || "differing"}
            difference={await differenceOf(ctx, studyId, layer, given)}
          />
          <Section
            title="Where labels come from"
            actions={
              <Link prefetch={false} href={`${at}/rows`} className={linkVariants({ alone: true })}>
                All rows
              </Link>
            }
          >
            <RowTable
              slug={slug}
              label="The first rows with their labels"
              rows={(await readLayerRows(ctx, { studyId, layerId, step: "kept", take: SAMPLE })).rows}
            />
          </Section>
          {researcher || study.roles.includes("auditor") ? (
            <LayerDownload
              slug={slug}
              kept={[["layer", layer.name]]}
              options={counted.value.byLabel.map(({ label }) => ({ id: label, label }))}
              judges={choices.judges}
            />
          ) : null}
        </>
      )}
    </>
  );
}

function Actions({ slug, layer, researcher }: { slug: string; layer: LayerSummary; researcher: boolean }) {
  const at = `/studies/${slug}`;
  if (!researcher) {
    return (
      <Link prefetch={false} href={`${at}/releases`} className={buttonVariants()}>
        Releases
      </Link>
    );
  }

  return (
    <>
      <Link
        prefetch={false}
        href={`${at}/layers/new?spec=${encodeURIComponent(JSON.stringify(layer.spec))}`}
        className={buttonVariants()}
      >
        New from this rule
      </Link>
      {layer.retiredAt ? null : (
        <>
          <RetireButton slug={slug} layerId={layer.layerId} name={layer.name} />
          <Link
            prefetch={false}
            href={`${at}/releases/new?${new URLSearchParams({ layer: layer.name })}`}
            className={buttonVariants({ variant: "primary" })}
          >
            Make a release
          </Link>
        </>
      )}
    </>
  );
}

type AgreementProps = { ctx: ServiceContext; slug: string; studyId: string; spec: LayerSpec; older: boolean };

async function Agreement({ ctx, slug, studyId, spec, older }: AgreementProps) {
  const questions = new Set(itemRulesOf(spec.rule, spec.question ?? "").map(({ question }) => question));
  const rounds = spec.roundIds ?? [undefined];
  const reports = [];
  for (const question of questions) {
    for (const roundId of rounds) {
      const report = await orProblem(
        loadReport(ctx, {
          studyId,
          question,
          ...(roundId && { roundId }),
          ...(older && { codebookVersion: spec.codebookVersion }),
        }),
      );
      if ("value" in report) reports.push(report.value);
    }
  }

  return <LayerAgreement slug={slug} reports={reports} judgeIds={ruleNeeds(spec.rule).judgeIds} />;
}

async function differenceOf(
  ctx: ServiceContext,
  studyId: string,
  layer: LayerSummary,
  given: Record<string, string | string[] | undefined>,
): Promise<Difference> {
  const against = textOf(given.against);
  if (against === "") return null;
  const query = {
    studyId,
    first: { layerId: layer.layerId },
    second: sideOf(against, layer.spec),
    ...(textOf(given.show) !== "" && { show: textOf(given.show) }),
    ...(textOf(given.cursor) !== "" && { cursor: textOf(given.cursor) }),
    take: 50,
  };
  const compared = await orProblem(compareLayers(ctx, query));
  if ("problem" in compared) return compared;
  const keys = compared.value.page.map((row) => row.key);
  const rows = layer.spec.rule.kind === "edge" ? "edge" : "item";

  return { comparison: compared.value, items: await findRowItems(ctx, { studyId, rows, keys }) };
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === "string" ? value : "";
}

/** What a verb refuses is said on the page, beside what can still be shown. */
async function orProblem<T>(work: Promise<T>): Promise<{ value: T } | { problem: string }> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof ServiceError) return { problem: error.message };
    if (error instanceof Error && error.name === "ZodError") return { problem: "This address asks for nothing known." };
    throw error;
  }
}
