import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { endorsementPairs } from "@/lib/endorsements/endorsement-pairs";
import type { IdType, Pages, Row } from "@/lib/release-files/columns";
import { readJsonl } from "@/lib/release-files/read-rows";
import { fileBytes } from "./internal";
import type { PatchBase } from "./patch-view";
import type { Profile } from "./wire";

const BEST = ["passed", "flagged_self_cite", "flagged_review_paper", "excluded"];

/** What the authors of all campaigns endorsed and a person confirmed; of a pair in two campaigns the better outcome. */
export async function endorsedPairs(ctx: ServiceContext, studyId: string, profile: Profile): Promise<Row[]> {
  const campaigns = await database(ctx).campaign.findMany({
    where: { studyId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { id: true },
  });
  const pairs = new Map<string, Row>();
  for (const { id } of campaigns) {
    const { rows } = await endorsementPairs(ctx, {
      studyId,
      campaignId: id,
      profile,
    });
    for (const row of rows) {
      const known = pairs.get(pairKey(row));
      if (!known || rank(row) < rank(known)) pairs.set(pairKey(row), row);
    }
  }

  return [...pairs.values()];
}

/** Of a patch: those of the release that it repeats which an author still stands for. */
export async function pairsOf(
  ctx: ServiceContext,
  base: PatchBase | null,
  studyId: string,
  profile: Profile,
): Promise<Row[]> {
  const pairs = await endorsedPairs(ctx, studyId, profile);
  if (!base) return pairs;
  const path = "tables/endorsement_pairs.jsonl";
  const now = new Set(pairs.map(pairKey));
  const kept: Row[] = [];
  for await (const page of readJsonl(path, fileBytes(ctx, { ...base, path })))
    for (const row of page) if (now.has(pairKey(row))) kept.push(row);

  return kept;
}

export function pairKey(row: Row): string {
  return `${row.focal_corpusid} ${row.candidate_corpusid}`;
}

/** Whether all pairs can stand among ids that are whole numbers. */
export function areWhole(rows: readonly Row[]): boolean {
  const whole = /^(0|[1-9]\d{0,17})$/;

  return rows.every((row) => whole.test(String(row.focal_corpusid)) && whole.test(String(row.candidate_corpusid)));
}

/** In the order of their table: as numbers where ids are numbers, else byte by byte. */
export async function* pairPages(rows: readonly Row[], ids: IdType): Pages {
  const compare = (a: string, b: string) => {
    if (a === b) return 0;
    if (ids === "int64") return BigInt(a) < BigInt(b) ? -1 : 1;

    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  };
  const of = (row: Row, name: string) => String(row[name]);
  yield rows.toSorted(
    (a, b) =>
      compare(of(a, "focal_corpusid"), of(b, "focal_corpusid")) ||
      compare(of(a, "candidate_corpusid"), of(b, "candidate_corpusid")),
  );
}

function rank(row: Row): number {
  return BEST.indexOf(String(row.audit_status));
}
