import type { Metadata } from "next";
import Link from "next/link";
import { sayDecided } from "@/components/layers/decided-words";
import { RowTable } from "@/components/layers/row-table";
import { linkVariants, PageHeader } from "@/components/ui/text";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { readLayer } from "@/lib/layers/read-layer";
import { readLayerRows } from "@/lib/layers/read-layer-rows";
import type { Decided } from "@/lib/layers/wire";

export const metadata: Metadata = { title: "Rows of a layer" };

const STEPS: Record<string, string> = {
  matching: "All rows that pass the filters",
  labelled: "Rows that have labels",
  decided: "Rows that have a label of the layer, before any cut",
  whole: "All rows of the layer",
  kept: "Rows that are kept with a label",
};
const PARAMETERS = ["step", "label", "decided", "cursor"] as const;

export default async function RowsPage({ params, searchParams }: PageProps<"/studies/[slug]/layers/[layerId]/rows">) {
  const { slug, layerId } = await params;
  const { ctx, study } = await studyPage(slug, `/layers/${layerId}/rows`);
  const given = await searchParams;
  const { studyId } = study;
  const query: Record<string, string> = {};
  for (const name of PARAMETERS) {
    const value = given[name];
    if (typeof value === "string" && value !== "") query[name] = value;
  }
  const cut = typeof given.cut === "string" ? Number(given.cut) : undefined;
  const [layer, page] = await Promise.all([
    orNotFound(readLayer(ctx, { studyId, layerId })),
    orNotFound(readLayerRows(ctx, { ...query, ...(cut !== undefined && { cut }), studyId, layerId })),
  ]);
  const at = `/studies/${slug}/layers/${layerId}`;
  const more = new URLSearchParams({
    ...query,
    ...(cut !== undefined && { cut: String(cut) }),
    ...(page.nextCursor && { cursor: page.nextCursor }),
  });

  return (
    <>
      <PageHeader
        eyebrow={
          <Link prefetch={false} href={at} className={linkVariants({ alone: true })}>
            {layer.name}
          </Link>
        }
        title="Rows"
      >
        {saySelection(query, cut, layer.spec.rule.kind === "must_cite")}
      </PageHeader>
      {page.rows.length === 0 ? (
        <p>{query.cursor ? "No more rows." : "No such rows."}</p>
      ) : (
        <RowTable slug={slug} rows={page.rows} label={`Rows of ${layer.name}`} />
      )}
      {page.nextCursor ? (
        <p className="mt-4">
          <Link prefetch={false} href={`${at}/rows?${more}`} rel="next" className={linkVariants({ alone: true })}>
            Next rows
          </Link>
        </p>
      ) : null}
    </>
  );
}

function saySelection(
  { step, label, decided }: Record<string, string>,
  cut: number | undefined,
  mustCite: boolean,
): string {
  const rows = cut === undefined ? (STEPS[step ?? "whole"] ?? "Rows") : `Rows with a label that pass cut ${cut + 1}`;
  const why = decided ? `: ${sayDecided(decided as Decided, mustCite)}` : "";

  return `${rows}${label ? `: ${label}` : ""}${why}, in the order of their keys.`;
}
