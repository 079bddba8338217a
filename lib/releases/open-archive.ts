import { makeZip } from "client-zip";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { fileBytes } from "./internal";
import { ReleaseInput } from "./schema";

/** The first day that a zip can name. client-zip writes local time, so it is made of local parts: the same everywhere. */
const NO_TIME = new Date(1980, 0, 1);

export type OpenArchive = { fileName: string; bytes: AsyncGenerator<Uint8Array> };

/** A finished release as one zip, streamed file by file in order of their paths: the same bytes at every download. */
export async function openArchive(ctx: ServiceContext, input: unknown): Promise<OpenArchive> {
  const { studyId, releaseId } = ReleaseInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "auditor"]);
  const db = database(ctx);
  const release = await db.release.findFirst({
    where: { studyId, id: releaseId, state: "ready" },
    select: { version: true, profile: true, study: { select: { slug: true } } },
  });
  if (!release) throw notFound("This release");
  const files = await db.releaseFile.findMany({ where: { studyId, releaseId }, select: { path: true } });
  const paths = files.map((file) => file.path).toSorted();
  const name = `${release.study.slug}-${release.version}-${release.profile}`;

  function* entries() {
    for (const path of paths) {
      const input = fileBytes(ctx, { studyId, releaseId, path });
      yield { name: `${name}/${path}`, lastModified: NO_TIME, input };
    }
  }

  return { fileName: `${name}.zip`, bytes: read(makeZip(entries(), { buffersAreUTF8: true })) };
}

async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
