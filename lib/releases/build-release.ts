import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { type Bulk, withBulk } from "@/lib/db/copy";
import { sql } from "@/lib/db/sql";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import type { Manifest } from "@/lib/release-files/manifest";
import { ReleaseRowError } from "@/lib/release-files/release-error";
import { databaseStore } from "./file-store";
import { BUILD_LOCK, findRelease, patchBase } from "./internal";
import { makeRelease } from "./make-release";
import { previousOf } from "./previous-of";
import { withReleaseReader } from "./release-reader";
import { ReleaseInput } from "./schema";
import { ReleasePlan } from "./wire";

export type BuiltRelease = { releaseId: string; version: string; manifestHash: string };

/**
 * Makes a release: reads one moment of the study, writes all files, and sets it ready, in one transaction. Where it is
 * killed nothing of it stays and it can be made again; where it cannot be made the release says why. A finished release
 * is answered as it is: nothing makes it twice.
 */
export async function buildRelease(ctx: ServiceContext, input: unknown): Promise<BuiltRelease> {
  const { studyId, releaseId } = ReleaseInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  await findRelease(ctx, studyId, releaseId);
  try {
    return await withBulk((bulk) => build(ctx, bulk, studyId, releaseId));
  } catch (error) {
    const problem = wordsOf(error);
    if (problem !== null) await fail(ctx, studyId, releaseId, problem);
    throw error instanceof ReleaseRowError ? new ServiceError("unprocessable", problem ?? error.message) : error;
  }
}

async function build(ctx: ServiceContext, bulk: Bulk, studyId: string, releaseId: string): Promise<BuiltRelease> {
  // Versions follow one another, so a study's releases are made one after the other.
  await bulk.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`release-study:${studyId}`}::text, 0))::text`);
  await bulk.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended(${BUILD_LOCK + releaseId}::text, 0))::text`);
  const [row] = await bulk.rows<{
    state: string;
    version: string;
    manifestHash: string | null;
    plan: unknown;
    patchOf: string | null;
  }>(sql`
    SELECT state::text, version, "manifestHash", plan, "patchOf" FROM "Release"
    WHERE "studyId" = ${studyId}::uuid AND id = ${releaseId}::uuid`);
  if (!row) throw new ServiceError("not_found", "This release does not exist, or you have no access to it.");
  // A job that is tried again must not repeat what was told to people already; they resume it.
  if (row.state === "failed") throw new ServiceError("unprocessable", "This release failed. Resume it, or discard it.");
  if (row.state === "ready") return { releaseId, version: row.version, manifestHash: row.manifestHash ?? "" };
  const plan = ReleasePlan.parse(row.plan);
  const before = await previousOf(bulk, studyId, releaseId);
  const base = await patchBase(ctx, { studyId, patchOf: row.patchOf });
  const store = databaseStore(bulk, { studyId, releaseId });
  const { manifest, manifestHash } = await withReleaseReader(ctx, base, (reader) =>
    makeRelease(reader, store, { studyId, plan, before }),
  );
  if (before.own && isSame(before.own.manifest, manifest)) throw nothingNew(before.own.manifest.version);
  if (base && manifest.previous?.change !== "patch") throw noPatch(manifest);
  const reasons = manifest.history[0]?.reasons ?? [];
  await bulk.execute(sql`UPDATE "Release" SET state = 'ready', version = ${manifest.version},
    manifest = ${JSON.stringify(manifest)}::jsonb, "manifestHash" = ${manifestHash}, changes = ${reasons.join("\n")},
    problem = NULL, "frozenAt" = now()
    WHERE "studyId" = ${studyId}::uuid AND id = ${releaseId}::uuid AND state <> 'ready'`);
  const { version, profile } = manifest;
  await bulk.withPrisma(ctx, (tx) =>
    recordAudit(tx, ctx, {
      ...{ studyId, action: "release.freeze", subject: releaseId },
      detail: { version, profile, manifestHash, snapshotId: manifest.snapshot.id },
    }),
  );

  return { releaseId, version, manifestHash };
}

/** The same files under the same profile, and the same words about them: another version of it would be none. */
function isSame(before: Manifest, now: Manifest): boolean {
  const content = ({ version, previous, history, citeAs, files, ...rest }: Manifest) => ({
    ...rest,
    files: files.filter((file) => file.role === "data"),
  });

  return JSON.stringify(sorted(content(before))) === JSON.stringify(sorted(content(now)));
}

/** jsonb gives members back in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;

  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}

function noPatch({ history }: Manifest): ServiceError {
  const reasons = history[0]?.reasons.join(" ") ?? "";

  return new ServiceError("unprocessable", `This would be more than a patch. ${reasons} Make a new release.`);
}

function nothingNew(version: string): ServiceError {
  return new ServiceError("conflict", `Nothing has changed since version ${version}: that release is this one.`);
}

/** What people can do something about, in words; null for what may pass by itself, which leaves the release to be resumed. */
function wordsOf(error: unknown): string | null {
  if (error instanceof ReleaseRowError) return `Nothing was released. ${error.message}`;

  return error instanceof ServiceError && error.status < 500 ? error.message : null;
}

async function fail(ctx: ServiceContext, studyId: string, releaseId: string, problem: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    await tx.release.updateMany({
      where: { studyId, id: releaseId, state: { not: "ready" } },
      data: { state: "failed", problem: problem.slice(0, 5000) },
    });
  });
}
