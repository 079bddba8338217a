import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { Manifest } from "@/lib/release-files/manifest";
import { citation } from "./cite-as";
import { beingBuilt, findRelease, rowOf, waitingToBeBuilt } from "./internal";
import { ReleaseInput } from "./schema";
import { ReleasePlan, type ReleaseView } from "./wire";
import { withdrawnSince } from "./withdrawn-since";

/** One release with its files and what its manifest says; nothing of the study's present but how much was withdrawn since. */
export async function readRelease(ctx: ServiceContext, input: unknown): Promise<ReleaseView> {
  const { studyId, releaseId } = ReleaseInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const row = await findRelease(ctx, studyId, releaseId);
  const files = await database(ctx).releaseFile.findMany({ where: { studyId, releaseId } });
  const [building, waiting] = await Promise.all([beingBuilt(ctx, [releaseId]), waitingToBeBuilt(ctx, [releaseId])]);
  const manifest = row.manifest === null ? null : Manifest.parse(row.manifest);
  const { plan, patchOf } = row;

  return {
    ...rowOf({ ...row, files }, building.has(releaseId), waiting.has(releaseId)),
    plan: ReleasePlan.parse(plan),
    patchOf,
    files: files
      .map(({ path, mediaType, sha256, bytes, rows }) => ({ path, mediaType, sha256, bytes: Number(bytes), rows }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    manifest: manifest && {
      snapshotId: manifest.snapshot.id,
      at: manifest.snapshot.at,
      licence: manifest.licence,
      software: manifest.software.version,
      bibtex: manifest.citeAs,
      citation: citation({
        authors: manifest.authors.map((author) => author.name),
        title: manifest.study.title,
        version: manifest.version,
        year: manifest.snapshot.at.slice(0, 4),
        slug: manifest.study.slug,
        url: manifest.url,
      }),
      codebook: manifest.codebook,
      layers: manifest.layers.map(({ name, question, words, ruleHash, counts }) => ({
        ...{ name, question, words, ruleHash },
        ...{ rows: counts.rows, labelled: counts.labelled, byLabel: counts.byLabel },
      })),
      raters: manifest.raters,
      judges: manifest.judges.map(({ rater, name }) => ({ rater, name })),
      rounds: manifest.rounds,
      pool: manifest.pool,
      targetSets: manifest.targetSets,
      history: manifest.history,
    },
    withdrawnSince: manifest ? await withdrawnSince(ctx, { studyId, releaseId }, manifest) : 0,
  };
}
