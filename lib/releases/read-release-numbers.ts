import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { AgreementFile } from "@/lib/release-files/agreement-file";
import { measureTitle } from "@/lib/release-files/write-report";
import { fileBytes, findRelease } from "./internal";
import { ReleaseInput } from "./schema";
import type { ReleaseNumber } from "./wire";

/** The agreement numbers of a finished release: from its own file, not from the study as it is now. */
export async function readReleaseNumbers(ctx: ServiceContext, input: unknown): Promise<ReleaseNumber[]> {
  const { studyId, releaseId } = ReleaseInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "auditor"]);
  const row = await findRelease(ctx, studyId, releaseId);
  if (row.state !== "ready") throw notFound("This release’s report");
  const parts: Uint8Array[] = [];
  for await (const part of fileBytes(ctx, { studyId, releaseId, path: "agreement.json" })) parts.push(part);
  const { numbers } = AgreementFile.parse(JSON.parse(Buffer.concat(parts).toString("utf8")));

  return numbers.map(({ id, question, measure, judge, value, undefined: why, low, high, method, n }) => ({
    ...{ id, question, judge, value, low, high, method, n },
    measure: measureTitle(measure),
    undefined: why,
  }));
}
