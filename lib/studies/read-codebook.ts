import { requireRole } from "@/lib/auth/require-role";
import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { CodebookInput } from "./schema";

export type CodebookVersion = {
  version: number;
  codebook: Codebook;
  contentHash: string;
  note: string;
  createdAt: string;
};

// Versions never change, so a parsed one may be kept; the bound keeps a busy server's memory flat.
const parsed = new Map<string, Codebook>();

/** One version of a study's codebook, the newest where none is named. */
export async function readCodebook(ctx: ServiceContext, input: unknown): Promise<CodebookVersion> {
  const { studyId, version } = CodebookInput.parse(input);
  await requireRole(ctx, studyId, ["researcher", "adjudicator", "rater", "auditor"]);
  const row = await database(ctx).codebook.findFirst({
    where: version === undefined ? { studyId } : { studyId, version },
    orderBy: { version: "desc" },
  });
  if (!row) throw notFound("This codebook");
  const codebook = parsed.get(row.contentHash) ?? CodebookSchema.parse(row.content);
  if (parsed.size > 200) parsed.clear();
  parsed.set(row.contentHash, codebook);

  return {
    version: row.version,
    codebook,
    contentHash: row.contentHash,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
  };
}
