import { readFunnel } from "@/lib/campaigns/read-funnel";
import { sql } from "@/lib/db/sql";
import { type EvaluablePair, evaluablePairs } from "@/lib/endorsements/evaluable-pairs";
import type { Row } from "@/lib/release-files/columns";
import {
  type CampaignFunnel,
  FunnelFile,
  type ManifestEndorsements,
  NO_TIER,
  RESPONDERS_ONLY,
  tallyPairs,
  writeFunnel,
} from "@/lib/release-files/endorsements";
import { compareIds } from "@/lib/scoring/compare-ids";
import { pairKey } from "./endorsed-pairs";
import type { FileWriter } from "./file-writer";
import { fileText } from "./internal";
import type { PatchBase } from "./patch-view";
import type { ReleaseReader } from "./release-reader";
import type { ReleasePlan } from "./wire";

const FUNNEL = "endorsements/funnel.json";

type Text = Omit<ManifestEndorsements["texts"][number], "path"> & { markdown: string };
/** What of the study's campaigns is no row of endorsement_pairs. `base`: of a patch, the funnel that it repeats. */
type Asked = { campaigns: CampaignFunnel[]; texts: Text[]; pairs: EvaluablePair[]; base: FunnelFile | null };

/**
 * `endorsements/*` and the evaluable set as qrels, beside the pairs that authors endorsed. Undefined where nobody was
 * asked. A patch repeats what its release states of people and answers, and counts its own rows.
 */
export async function writeEndorsements(
  reader: ReleaseReader,
  writer: FileWriter,
  { studyId, plan, pairs }: { studyId: string; plan: ReleasePlan; pairs: readonly Row[] | null },
): Promise<ManifestEndorsements | undefined> {
  if (!pairs) return undefined;
  const base = reader.patch?.base;
  const asked = base ? await askedBefore(reader, base) : await askedOf(reader, studyId, plan);
  if (!asked || asked.campaigns.length === 0) return undefined;
  const tally = tallyPairs();
  for (const row of pairs) tally.add(row);
  const evaluable = evaluableOf(pairs, asked.pairs);
  const before = asked.base ? asked.base.released.releaseReady + asked.base.withdrawnSince : tally.counts.releaseReady;
  const funnel = writeFunnel({
    note: RESPONDERS_ONLY,
    released: tally.counts,
    evaluableByTier: tiersOf(evaluable).map((tier) => ({ tier, pairs: inTier(evaluable, tier).length })),
    withdrawnSince: before - tally.counts.releaseReady,
    campaigns: asked.campaigns,
  });
  await writer.text(FUNNEL, funnel);
  const texts: ManifestEndorsements["texts"] = [];
  for (const { markdown, ...text } of asked.texts) {
    const path = `endorsements/texts/${text.campaign}-${text.kind}-${text.language}-${text.version}.md`;
    await writer.text(path, markdown);
    texts.push({ ...text, path });
  }
  const qrels = plan.formats.includes("qrels") ? await writeSets(writer, evaluable) : [];

  return { funnel: FUNNEL, texts, qrels };
}

async function askedOf(reader: ReleaseReader, studyId: string, plan: ReleasePlan): Promise<Asked> {
  const opened = await reader.snapshot.rows<{ id: string }>(sql`SELECT id FROM "Campaign"
    WHERE "studyId" = ${studyId}::uuid AND state <> 'draft' ORDER BY "createdAt", id`);
  const asked: Asked = { campaigns: [], texts: [], pairs: [], base: null };
  for (const [place, { id: campaignId }] of opened.entries()) {
    const campaign = place + 1;
    const { checks: _, ...counts } = await reader.verbs((ctx) => readFunnel(ctx, { studyId, campaignId }));
    asked.campaigns.push({ campaign, ...counts });
    const scope = { studyId, campaignId, profile: plan.profile };
    asked.pairs.push(...(await reader.verbs((ctx) => evaluablePairs(ctx, scope))));
    const texts = await textsOf(reader, studyId, campaignId);
    asked.texts.push(...texts.map((text) => ({ campaign, ...text })));
  }

  return asked;
}

/** The newest wording of each text, and those that somebody agreed to: no draft that nobody was shown. */
function textsOf({ snapshot }: ReleaseReader, studyId: string, campaignId: string) {
  return snapshot.rows<Omit<Text, "campaign">>(sql`
    SELECT t.kind::text AS kind, t.language, t.version, t.sha256, t.markdown FROM "CampaignText" t
    WHERE t."studyId" = ${studyId}::uuid AND t."campaignId" = ${campaignId}::uuid
      AND t.kind IN ('information', 'consent', 'question', 'help')
      AND (NOT EXISTS (SELECT 1 FROM "CampaignText" n WHERE n."studyId" = t."studyId" AND n."campaignId" = t."campaignId"
          AND n.kind = t.kind AND n.language = t.language AND n.version > t.version)
        OR EXISTS (SELECT 1 FROM "Response" r WHERE r."studyId" = t."studyId" AND r."campaignId" = t."campaignId"
          AND t.sha256 IN (r."consentHash", r."informationHash")))
    ORDER BY t.kind::text COLLATE "C", t.language COLLATE "C", t.version`);
}

/** What a finished release says, from its own files; null where it was made before releases said so. */
async function askedBefore(reader: ReleaseReader, base: PatchBase): Promise<Asked | null> {
  const { endorsements } = base.manifest;
  if (!endorsements) return null;
  const read = (path: string) => reader.verbs((ctx) => fileText(ctx, { ...base, path }));
  const file = FunnelFile.parse(JSON.parse(await read(endorsements.funnel)));
  const asked: Asked = { campaigns: file.campaigns, texts: [], pairs: [], base: file };
  for (const { path, ...text } of endorsements.texts) asked.texts.push({ ...text, markdown: await read(path) });
  for (const { path, tier } of endorsements.qrels) {
    if (tier === null) continue;
    for (const line of (await read(path)).split("\n")) {
      const [focal, , candidate] = line.split(" ");
      if (focal && candidate) asked.pairs.push({ focal, candidate, tier });
    }
  }

  return asked;
}

/** The evaluable ones of the released rows; of a pair in two campaigns the tier of the first. */
function evaluableOf(rows: readonly Row[], known: readonly EvaluablePair[]): EvaluablePair[] {
  const tiers = new Map<string, string>();
  for (const { focal, candidate, tier } of known) {
    const key = `${focal} ${candidate}`;
    if (!tiers.has(key)) tiers.set(key, tier);
  }

  return rows
    .filter((row) => row.is_retrieval_evaluable === true)
    .map((row) => ({
      focal: String(row.focal_corpusid),
      candidate: String(row.candidate_corpusid),
      tier: tiers.get(pairKey(row)) ?? NO_TIER,
    }))
    .sort((a, b) => compareIds(a.focal, b.focal) || compareIds(a.candidate, b.candidate));
}

function tiersOf(pairs: readonly EvaluablePair[]): string[] {
  return [...new Set(pairs.map((pair) => pair.tier))].sort(compareIds);
}

function inTier(pairs: readonly EvaluablePair[], tier: string): EvaluablePair[] {
  return pairs.filter((pair) => pair.tier === tier);
}

/** Qrels separate ids by spaces: where an id has one, no qrels can say the set. */
async function writeSets(writer: FileWriter, pairs: readonly EvaluablePair[]): Promise<ManifestEndorsements["qrels"]> {
  if (pairs.length === 0 || pairs.some(({ focal, candidate }) => /\s/.test(focal + candidate))) return [];
  const written: ManifestEndorsements["qrels"] = [];
  const taken = new Set(writer.files.map((file) => file.path.toLowerCase()));
  for (const tier of [null, ...tiersOf(pairs)]) {
    const rows = tier === null ? pairs : inTier(pairs, tier);
    const named = tier === null ? "" : `-${slug(tier)}`;
    // A layer or another tier may have the name already.
    const path = [...Array(taken.size + 1).keys()]
      .map((n) => `qrels/endorsed${named}${n === 0 ? "" : `-${n + 1}`}.qrels`)
      .find((wanted) => !taken.has(wanted));
    if (path === undefined) throw new Error("Among more names than there are files one is free.");
    taken.add(path);
    const text = rows.map(({ focal, candidate }) => `${focal} 0 ${candidate} 1\n`).join("");
    await writer.bytes(path, bytesOf(text), rows.length);
    written.push({ path, tier });
  }

  return written;
}

function slug(tier: string): string {
  const plain = tier
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

  return plain.slice(0, 80) || "tier";
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
