import { checkVersionMapping } from "@/lib/codebooks/check-version-mapping";
import type { CodebookMapping } from "@/lib/codebooks/mapping-schema";
import { pathText } from "@/lib/codebooks/path-text";
import type { Codebook } from "@/lib/codebooks/schema";
import { suggestMapping } from "@/lib/codebooks/suggest-mapping";
import { composePaths, samePath, stepPath } from "@/lib/codebooks/version-path";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";
import { loadStudyVersions, type StudyVersions } from "./version-mapping";

export type NextVersion = {
  /** The newest version as it is. */
  last: { version: number; codebook: Codebook };
  mapping: CodebookMapping;
  /** `given`, or `suggested`: to be looked at where not `sure`. */
  source: "given" | "suggested";
  sure: boolean;
  /** All versions with the next one as target. */
  after: StudyVersions;
};

/** The newest version and what the next one would make of it. A mapping that passes anything over is refused. */
export async function nextVersion(
  ctx: ServiceContext,
  studyId: string,
  codebook: Codebook,
  given: CodebookMapping | undefined,
): Promise<NextVersion> {
  const before = await loadStudyVersions(ctx, studyId);
  const last = before.versions.find((entry) => entry.version === before.target) ?? { version: before.target, codebook };
  const { mapping, sure } = given ? { mapping: given, sure: true } : suggestMapping(last.codebook, codebook);
  refuseGaps(last.codebook, codebook, mapping);
  const step = stepPath(last.codebook, codebook, mapping);
  const version = before.target + 1;
  const versions = before.versions.map((entry) => ({ ...entry, path: entry.path && composePaths(entry.path, step) }));

  return {
    last,
    mapping,
    source: given ? "given" : "suggested",
    sure,
    after: { target: version, versions: [...versions, { version, codebook, path: samePath(codebook) }] },
  };
}

function refuseGaps(older: Codebook, newer: Codebook, mapping: CodebookMapping): void {
  const faults = checkVersionMapping(older, newer, mapping);
  if (faults.length === 0) return;
  throw new ServiceError("bad_input", "The mapping does not account for every option; nothing was changed.", {
    faults: faults.slice(0, 100).map(({ path, reason }) => ({ reason: `${pathText(path)}: ${reason}` })),
    total: faults.length,
  });
}

/** A guess is good enough only where no label hangs on it. */
export async function refuseGuess(ctx: ServiceContext, studyId: string, next: NextVersion, codebook: Codebook) {
  if (next.sure || (await database(ctx).label.count({ where: { studyId }, take: 1 })) === 0) return;
  const faults = checkVersionMapping(next.last.codebook, codebook, []);
  throw new ServiceError(
    "bad_input",
    "Options that labels may carry are not in this version any more; nothing was changed. Say what became of them in a mapping (a preview suggests one).",
    {
      faults: faults.slice(0, 100).map(({ path, reason }) => ({ reason: `${pathText(path)}: ${reason}` })),
      total: faults.length,
    },
  );
}
