import type { Snapshot } from "@/lib/db/snapshot";
import { type Sql, sql } from "@/lib/db/sql";
import { Manifest } from "@/lib/release-files/manifest";
import type { Before } from "./version-of";

/** What was finished before this release. */
export async function previousOf(reader: Pick<Snapshot, "rows">, studyId: string, releaseId: string): Promise<Before> {
  const latest = async (only: Sql) => {
    const [row] = await reader.rows<{ manifest: unknown; manifestHash: string }>(sql`
      SELECT p.manifest, p."manifestHash" FROM "Release" p
      JOIN "Release" o ON o."studyId" = p."studyId" AND o.id = ${releaseId}::uuid
      WHERE p."studyId" = ${studyId}::uuid AND p.id <> o.id AND p.state = 'ready' ${only}
        AND (o."frozenAt" IS NULL OR (p."frozenAt", p.id) < (o."frozenAt", o.id))
      ORDER BY p."frozenAt" DESC, p.id DESC LIMIT 1`);

    return row ? { manifest: Manifest.parse(row.manifest), manifestHash: row.manifestHash } : null;
  };

  // A patch follows what it repeats, whatever was released since.
  const base = await latest(sql`AND p.id = o."patchOf"`);
  if (base) return { last: base, own: base };

  return { last: await latest(sql``), own: await latest(sql`AND p.profile = o.profile`) };
}
