import { recordAudit } from "@/lib/audit/record-audit";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { readTable } from "@/lib/corpus/read-table";
import { database } from "@/lib/db/client";
import { withBulk } from "@/lib/db/copy";
import { type Fault, ServiceError } from "@/lib/errors";
import { findCampaign } from "./find-campaign";
import { type PaperRecord, paperRecord } from "./paper-record";
import { ImportPapersInput } from "./schema";
import { storePapers } from "./store-papers";
import type { PapersImported } from "./wire";

const MOST_PAPERS = 50_000;
const SHOWN = 100;

/**
 * Focal papers with their people and reference lists, from JSON lines, JSON, CSV or Parquet: all of them, or none. In CSV
 * several rows may name one paper, each with another person. A paper that is there already is a fault: nothing that
 * somebody may have seen is changed silently.
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
    const { seed } = await bulk.withPrisma(ctx, async (tx) => {
      const campaign = await findCampaign(tx, studyId, campaignId);
      if (campaign.state === "closed") {
        throw new ServiceError("conflict", "This campaign is closed. Open it again to add papers.");
      }
      const there = await tx.focalPaper.findMany({ where: { studyId, campaignId }, select: { corpusId: true } });
      const known = new Set(there.map((row) => row.corpusId));
      const twice = read.papers.filter((paper) => known.has(paper.record.corpusId));
      const faults = twice.slice(0, SHOWN).map(({ record, line }) => ({
        ...{ file: fileName, line, column: "focal_corpusid" },
        reason: `The paper ${record.corpusId} is in this campaign already.`,
      }));
      refuse(faults, twice.length);

      return campaign;
    });
    const records = read.papers.map((paper) => paper.record);
    const result = await storePapers(bulk, { studyId, campaignId, seed }, records);
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

type Read = { papers: { record: PaperRecord; line: number }[]; faults: Fault[]; total: number; notices: string[] };

async function readPapers(bytes: AsyncIterable<Uint8Array>, fileName: string): Promise<Read> {
  const papers = new Map<string, { record: PaperRecord; line: number }>();
  const read: Read = { papers: [], faults: [], total: 0, notices: [] };
  const fault = (entry: Fault) => {
    read.total += 1;
    if (read.faults.length < SHOWN) read.faults.push({ file: fileName, ...entry });
  };
  for await (const batch of readTable(bytes, fileName)) {
    for (const event of batch) {
      if (event.kind === "fault") fault(event.fault);
      else if (event.kind === "notice") read.notices.push(event.reason);
      else if (event.kind === "record") {
        const { line, value } = event.record;
        const record = paperRecord(value);
        if (Array.isArray(record)) for (const one of record) fault({ line, ...one });
        else {
          const first = papers.get(record.corpusId);
          if (first === undefined) papers.set(record.corpusId, { record, line });
          else if (first.record.title !== record.title) {
            fault({
              line,
              column: "title",
              reason: `Line ${first.line} gives the paper ${record.corpusId} another title.`,
            });
          } else join(first.record, record);
        }
      }
    }
    if (papers.size > MOST_PAPERS) {
      fault({ reason: `More than ${MOST_PAPERS} papers. Split the campaign.` });
      break;
    }
  }
  read.papers = [...papers.values()];

  return read;
}

/** A further row of one paper brings people; references count from the first row that has some. */
function join(first: PaperRecord, more: PaperRecord): void {
  const known = new Set(first.people.map((person) => person.email));
  first.people.push(...more.people.filter((person) => !known.has(person.email)));
  if (first.references.length === 0) first.references = more.references;
}

function refuse(faults: Fault[], total: number): void {
  if (total === 0) return;
  throw new ServiceError(
    "unprocessable",
    `Refused: ${total} ${total === 1 ? "fault" : "faults"}. Nothing was stored.`,
    { faults, total },
  );
}
