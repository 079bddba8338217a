import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { fileBytes } from "./internal";
import { ReleaseFileInput } from "./schema";

export type OpenReleaseFile = {
  path: string;
  mediaType: string;
  sha256: string;
  size: number;
  bytes: AsyncGenerator<Uint8Array>;
};

/** One file of a finished release as a stream, piece by piece. */
export async function openReleaseFile(ctx: ServiceContext, input: unknown): Promise<OpenReleaseFile> {
  const { studyId, releaseId, path } = ReleaseFileInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "auditor"]);
  const file = await database(ctx).releaseFile.findFirst({
    where: { studyId, releaseId, path, release: { state: "ready" } },
  });
  if (!file) throw notFound("This file");

  return {
    path,
    mediaType: file.mediaType,
    sha256: file.sha256,
    size: Number(file.bytes),
    bytes: fileBytes(ctx, { studyId, releaseId, path }),
  };
}
