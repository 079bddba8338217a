import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { Release } from "@/lib/db/generated/client";
import { notFound, ServiceError } from "@/lib/errors";
import { Manifest } from "@/lib/release-files/manifest";
import type { PatchBase } from "./patch-view";
import { ReleasePlan, type ReleaseRow } from "./wire";

/** A number for PostgreSQL's advisory lock of one release: held while it is made, let go of when its maker dies. */
export const BUILD_LOCK = "release-build:";

/** A version is given when the release is ready; before that the row needs a name that no other has. */
export function draftVersion(releaseId: string): string {
  return `draft ${releaseId}`;
}

export async function findRelease(ctx: ServiceContext, studyId: string, releaseId: string): Promise<Release> {
  const row = await database(ctx).release.findFirst({ where: { studyId, id: releaseId } });
  if (!row) throw notFound("This release");

  return row;
}

/** Which of these releases somebody is making right now: a maker holds the release's lock. */
export async function beingBuilt(ctx: ServiceContext, releaseIds: readonly string[]): Promise<Set<string>> {
  if (releaseIds.length === 0) return new Set();
  const rows = await database(ctx).$queryRaw<{ id: string }[]>`
    SELECT r.id FROM unnest(${[...releaseIds]}::text[]) AS r(id)
    JOIN pg_locks l ON l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(${BUILD_LOCK} || r.id, 0)`;

  return new Set(rows.map((row) => row.id));
}

/** Which of these releases have a job in the queue: queued, being tried again, or taken up by a worker. */
export async function waitingToBeBuilt(ctx: ServiceContext, releaseIds: readonly string[]): Promise<Set<string>> {
  if (releaseIds.length === 0) return new Set();
  const rows = await database(ctx).$queryRaw<{ id: string }[]>`
    SELECT data->>'releaseId' AS id FROM pgboss.job WHERE name = 'release.build' AND state IN ('created', 'retry', 'active')
      AND data->>'releaseId' = ANY(${[...releaseIds]}::text[])`;

  return new Set(rows.map((row) => row.id));
}

/** What a patch repeats; null where a release is no patch. */
export async function patchBase(
  ctx: ServiceContext,
  { studyId, patchOf }: { studyId: string; patchOf: string | null },
): Promise<PatchBase | null> {
  if (!patchOf) return null;
  const { state, manifest } = await findRelease(ctx, studyId, patchOf);
  if (state !== "ready") throw new ServiceError("conflict", "A patch follows a finished release.");

  return { studyId, releaseId: patchOf, manifest: Manifest.parse(manifest) };
}

type FileName = { studyId: string; releaseId: string; path: string };

/** A file's pieces in turn; memory holds one. */
export async function* fileBytes(
  ctx: ServiceContext,
  { studyId, releaseId, path }: FileName,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let n = 0; ; n += 1) {
    const piece = await database(ctx).releaseChunk.findFirst({
      where: { studyId, releaseId, path, n },
      select: { content: true },
    });
    if (!piece) return;
    yield new Uint8Array(piece.content);
  }
}

/** A whole small file as text. */
export async function fileText(ctx: ServiceContext, name: FileName): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of fileBytes(ctx, name)) parts.push(part);

  return Buffer.concat(parts).toString("utf8");
}

type Counted = Omit<Release, "manifest"> & { files: { bytes: bigint }[] };

export function rowOf(row: Counted, building: boolean, waiting: boolean): ReleaseRow {
  const plan = ReleasePlan.safeParse(row.plan);
  const idle = row.state === "building" && !building && !waiting;

  return {
    releaseId: row.id,
    version: row.version.startsWith("draft ") ? "" : row.version,
    profile: row.profile,
    state: idle ? "interrupted" : row.state,
    title: plan.success ? plan.data.title : "",
    layers: plan.success ? plan.data.layers : [],
    files: row.files.length,
    bytes: row.files.reduce((sum, file) => sum + Number(file.bytes), 0),
    createdAt: row.createdAt.toISOString(),
    frozenAt: row.frozenAt?.toISOString() ?? null,
    manifestHash: row.manifestHash,
    problem: row.problem,
  };
}
