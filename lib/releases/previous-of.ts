import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { Manifest } from "@/lib/release-files/manifest";
import type { Previous } from "./version-of";

/** The study's last finished release before this one: what its version follows. */
export async function previousOf(
  reader: Pick<Snapshot, "rows">,
  studyId: string,
  releaseId: string,
): Promise<Previous | null> {
  const [row] = await reader.rows<{ manifest: unknown; manifestHash: string }>(sql`
    SELECT p.manifest, p."manifestHash" FROM "Release" p
    JOIN "Release" own ON own."studyId" = p."studyId" AND own.id = ${releaseId}::uuid
    WHERE p."studyId" = ${studyId}::uuid AND p.id <> own.id AND p.state = 'ready'
      AND (own."frozenAt" IS NULL OR (p."frozenAt", p.id) < (own."frozenAt", own.id))
    ORDER BY p."frozenAt" DESC, p.id DESC LIMIT 1`);

  return row ? { manifest: Manifest.parse(row.manifest), manifestHash: row.manifestHash } : null;
}
