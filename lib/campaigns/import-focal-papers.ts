import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { withBulk } from "@/lib/db/copy";
import { type Fault, ServiceError } from "@/lib/errors";
import { findCampaign } from "./find-campaign";
import { readPapers, SHOWN } from "./read-papers";
import { ImportPapersInput } from "./schema";
import { storePapers } from "./store-papers";
import type { PapersImported } from "./wire";

/**
 * Focal papers with their people and reference lists, from full texts or from JSON lines, JSON, CSV or Parquet: all of
 * them, or none. In CSV several rows may name one paper, each with another person. Of a paper that is there already only
 * people are taken, by rows without references; anything else is a fault: nothing that somebody may have seen is changed
 * silently.
 */
export async function importFocalPapers(ctx: ServiceContext, input: unknown): Promise<PapersImported> {
  const { studyId, campaignId, fileName, bytes } = ImportPapersInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  if (ctx.db) throw new TypeError("An import opens its own transaction and cannot join another.");
  await findCampaign(database(ctx), studyId, campaignId);
  const read = await readPapers(bytes, fileName);
  if (read.papers.length === 0 && read.total === 0) {
    read.faults.push({ file: fileName, reason: "The file holds no papers." });
    read.total = 1;
  }
  refuse(read.faults, read.total);

  return withBulk(async (bulk) => {
    const { seed, known } = await bulk.withPrisma(ctx, async (tx) => {
      const campaign = await findCampaign(tx, studyId, campaignId);
      if (campaign.state === "closed") {
        throw new ServiceError("conflict", "This campaign is closed. Open it again to add papers.");
      }
      const there = await tx.focalPaper.findMany({
        where: { studyId, campaignId },
        select: { id: true, corpusId: true, title: true },
      });
      const known = new Map(there.map((row) => [row.corpusId, row]));
      const twice = read.papers.filter(({ record }) => {
        const paper = known.get(record.corpusId);

        return paper && (record.title !== paper.title || record.references.length > 0 || record.people.length === 0);
      });
      const faults = twice.slice(0, SHOWN).map(({ record, line }) => ({
        ...{ file: fileName, ...(line !== undefined && { line }), column: "focal_corpusid" },
        reason: `The paper ${record.corpusId} is in this campaign already. Rows that add people to it have its title and no references.`,
      }));
      refuse(faults, twice.length);

      return { seed: campaign.seed, known };
    });
    const papers = read.papers.map(({ record }) => ({ paper: record, there: known.get(record.corpusId)?.id ?? null }));
    const result = await storePapers(bulk, { studyId, campaignId, seed }, papers);
    await bulk.withPrisma(ctx, (tx, inner) =>
      recordAudit(tx, inner, {
        studyId,
        action: "campaign.import",
        subject: campaignId,
        detail: { fileName, ...result },
      }),
    );

    return { ...result, notices: read.notices };
  });
}

function refuse(faults: Fault[], total: number): void {
  if (total === 0) return;
  throw new ServiceError(
    "unprocessable",
    `Refused: ${total} ${total === 1 ? "fault" : "faults"}. Nothing was stored.`,
    { faults, total },
  );
}
