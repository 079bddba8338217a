import { requireRole } from "@/lib/auth/require-role";
import { changesBetween, type VersionChange } from "@/lib/codebooks/changes-between";
import { mapLabel } from "@/lib/codebooks/version-path";
import { versionSubjects } from "@/lib/codebooks/version-subjects";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { splitAnswers } from "@/lib/labels/asked-again";
import { countSplit } from "@/lib/labels/reopen-split";
import { codebookHash, resolveCodebook } from "./internal";
import { type NextVersion, nextVersion } from "./next-version";
import { PreviewCodebookVersionInput } from "./schema";
import type { CodebookPreview, PreviewSubject } from "./wire";

/** What a next version would do, before it is added: the mapping, what changes, whose items are asked again. Writes nothing. */
export async function previewCodebookVersion(ctx: ServiceContext, input: unknown): Promise<CodebookPreview> {
  const { studyId, text, fileName, mapping } = PreviewCodebookVersionInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const codebook = resolveCodebook({ text, fileName });
  const newest = await database(ctx).codebook.findFirst({
    where: { studyId },
    orderBy: { version: "desc" },
    select: { version: true, contentHash: true },
  });
  const next = await nextVersion(ctx, studyId, codebook, mapping);
  const read = await withTransaction(
    ctx,
    async (tx) => ({
      again: await countSplit(tx, studyId, splitAnswers(next.after)),
      labels: await countLabels(tx, studyId, next),
    }),
    { isolationLevel: "RepeatableRead", timeout: 120_000 },
  );
  const changes: VersionChange[] = changesBetween(next.last.codebook, codebook, next.mapping);

  return {
    after: next.last.version,
    version: next.after.target,
    same: newest?.contentHash === codebookHash(codebook),
    mapping: next.mapping,
    source: next.source,
    sure: next.sure,
    older: versionSubjects(next.last.codebook).map(plain),
    newer: versionSubjects(codebook).map(plain),
    changes,
    ...read,
  };
}

function plain(subject: ReturnType<typeof versionSubjects>[number]): PreviewSubject {
  const options = subject.options.map(({ id, label }) => ({ id, label }));

  return { id: subject.id, title: subject.title, kind: subject.kind, options };
}

/** Labels of people and judges by how they read in the next version, over all versions. */
async function countLabels(
  tx: Transaction,
  studyId: string,
  { after }: NextVersion,
): Promise<CodebookPreview["labels"]> {
  const rows = await tx.$queryRaw<{ question: string; version: number; value: string; n: number }[]>`
    SELECT question, "codebookVersion" AS version, value, count(*)::int AS n FROM "Label"
    WHERE "studyId" = ${studyId}::uuid AND NOT derived AND question NOT LIKE '\\_%' GROUP BY 1, 2, 3`;
  const labels = { kept: 0, mapped: 0, split: 0, dropped: 0 };
  for (const { question, version, value, n } of rows) {
    const path = after.versions.find((entry) => entry.version === version)?.path;
    const read = path ? mapLabel(path, { question, value }) : { undecided: "dropped" as const };
    if ("undecided" in read) labels[read.undecided] += n;
    else labels[read.value === value && read.question === question ? "kept" : "mapped"] += n;
  }

  return labels;
}
