import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { sql } from "@/lib/db/sql";
import { ServiceError } from "@/lib/errors";
import { hashStore } from "./file-store";
import { findRelease, patchBase } from "./internal";
import { makeRelease } from "./make-release";
import { previousOf } from "./previous-of";
import { withReleaseReader } from "./release-reader";
import { ReleaseInput } from "./schema";
import { ReleasePlan } from "./wire";

export type Remade = {
  same: boolean;
  files: number;
  differing: { path: string; was: string | null; is: string | null }[];
};

/**
 * Makes a finished release again from the study as it is now and holds every file against the stored one. Nothing is
 * written. While the data are as they were, every byte is the same.
 */
export async function remakeRelease(ctx: ServiceContext, input: unknown): Promise<Remade> {
  const { studyId, releaseId } = ReleaseInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "auditor"]);
  const row = await findRelease(ctx, studyId, releaseId);
  if (row.state !== "ready")
    throw new ServiceError("conflict", "This release is not finished, so there is nothing to compare.");
  const store = hashStore();
  const base = await patchBase(ctx, row);
  const stored = await withReleaseReader(ctx, base, async (reader) => {
    const plan = ReleasePlan.parse(row.plan);
    await makeRelease(reader, store, {
      studyId,
      plan,
      before: await previousOf(reader.snapshot, studyId, releaseId),
    });

    return reader.snapshot.rows<{ path: string; sha256: string }>(sql`SELECT path, sha256 FROM "ReleaseFile"
      WHERE "studyId" = ${studyId}::uuid AND "releaseId" = ${releaseId}::uuid`);
  });
  const was = new Map(stored.map((file) => [file.path, file.sha256]));
  const is = new Map(store.files.map((file) => [file.path, file.sha256]));
  const paths = [...new Set([...was.keys(), ...is.keys()])].toSorted();
  const differing = paths
    .filter((path) => was.get(path) !== is.get(path))
    .map((path) => ({ path, was: was.get(path) ?? null, is: is.get(path) ?? null }));

  return { same: differing.length === 0, files: paths.length, differing };
}
