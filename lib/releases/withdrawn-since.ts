import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { Manifest } from "@/lib/release-files/manifest";
import { endorsedPairs, pairKey } from "./endorsed-pairs";
import { fileBytes } from "./internal";

/** How many of a release's answers and items are gone from the study since: a patch release would leave them out. */
export async function withdrawnSince(
  ctx: ServiceContext,
  { studyId, releaseId }: { studyId: string; releaseId: string },
  manifest: Manifest,
): Promise<number> {
  const rounds = manifest.rounds.map((round) => round.name);
  const [row] = await database(ctx).$queryRaw<{ answers: number; items: number }[]>`
    SELECT (SELECT count(*) FROM (SELECT DISTINCT e."roundId", e."itemId", e.unit, e."raterId", e.question
        FROM "LabelEvent" e JOIN "Round" o ON o."studyId" = e."studyId" AND o.id = e."roundId"
        WHERE e."studyId" = ${studyId}::uuid AND o.name = ANY(${rounds}::text[]) AND left(e.question, 1) <> '_') e
      WHERE NOT EXISTS (SELECT 1 FROM "Label" l WHERE l."studyId" = ${studyId}::uuid AND l."roundId" = e."roundId"
        AND l."itemId" = e."itemId" AND l.unit = e.unit AND l."raterId" = e."raterId" AND l.question = e.question))::int AS answers,
      (SELECT count(*) FROM "Item" i WHERE i."studyId" = ${studyId}::uuid)::int AS items`;
  const released = manifest.files.find((file) => file.path === "items.jsonl")?.rows ?? 0;
  const answers = (row?.answers ?? 0) - manifest.withdrawn;

  const gone = await pairsGone(ctx, { studyId, releaseId }, manifest);

  return Math.max(0, answers) + Math.max(0, released - (row?.items ?? 0)) + gone;
}

/** Released pairs that no author stands for any more. */
async function pairsGone(
  ctx: ServiceContext,
  { studyId, releaseId }: { studyId: string; releaseId: string },
  { files, profile }: Manifest,
): Promise<number> {
  const path = "tables/endorsement_pairs.jsonl";
  if (!files.some((file) => file.path === path)) return 0;
  const parts: Uint8Array[] = [];
  for await (const part of fileBytes(ctx, { studyId, releaseId, path })) parts.push(part);
  const released = Buffer.concat(parts).toString("utf8").split("\n").filter(Boolean);
  const now = new Set((await endorsedPairs(ctx, studyId, profile)).map(pairKey));

  return released.filter((line) => !now.has(pairKey(JSON.parse(line)))).length;
}
