import { createHash } from "node:crypto";
import { command } from "@/lib/imports/test-study";
import { verifyRelease } from "@/lib/release-files/verify-release";
import { buildRelease } from "./build-release";
import { createRelease } from "./create-release";
import { listReleases } from "./list-releases";
import { openReleaseFile } from "./open-release-file";
import { readRelease } from "./read-release";
import type { ReleasePlanInput } from "./wire";

/** For tests: a plan with what is asked of it changed. */
export function planOf(more: Partial<ReleasePlanInput> = {}): ReleasePlanInput {
  return {
    title: "Roots, checked by people",
    layers: ["majority"],
    licence: "CC-BY-4.0",
    authors: ["A. Author"],
    replicates: 20,
    ...more,
  };
}

export async function release(studyId: string, more: Partial<ReleasePlanInput> = {}) {
  const { releaseId } = await createRelease(command, { studyId, plan: planOf(more) });

  return buildRelease(command, { studyId, releaseId });
}

/** All files of a release, read as a download reads them. */
export async function filesOf(studyId: string, releaseId: string): Promise<Map<string, Buffer>> {
  const { files } = await readRelease(command, { studyId, releaseId });
  const contents = new Map<string, Buffer>();
  for (const { path } of files) {
    const opened = await openReleaseFile(command, { studyId, releaseId, path });
    const parts: Uint8Array[] = [];
    for await (const part of opened.bytes) parts.push(part);
    contents.set(path, Buffer.concat(parts));
  }

  return contents;
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The files as verify reads a folder. */
export function sourceOf(files: ReadonlyMap<string, Buffer>) {
  return {
    async *list() {
      yield* files.keys();
    },
    async *open(path: string) {
      yield files.get(path) ?? Buffer.alloc(0);
    },
  };
}

export async function verified(studyId: string, releaseId: string) {
  return (await verifyRelease(sourceOf(await filesOf(studyId, releaseId)))).findings;
}

export async function stateOf(studyId: string, releaseId: string): Promise<string | undefined> {
  return (await listReleases(command, { studyId })).find((row) => row.releaseId === releaseId)?.state;
}
