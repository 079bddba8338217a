import { createHash } from "node:crypto";
import { FunnelFile, type ManifestEndorsements, tallyPairs } from "./endorsements";
import type { Manifest } from "./manifest";
import { readJsonl } from "./read-rows";
import { ReleaseRowError } from "./release-error";
import type { Finding, ReleaseSource } from "./release-source";
import { readWhole } from "./release-source";

const PAIRS = "tables/endorsement_pairs.jsonl";
type Found = ReadonlyMap<string, unknown>;
type Report = (file: string, message: string) => void;

/**
 * What a release says of endorsements against its rows: the funnel's released counts, the evaluable set in its qrels with
 * each pair in one tier, and the hash of every text. What only the study's own rows can tell (who was invited, who
 * answered, which pair is of which tier) is stated; it is held against itself and against the rows. O(pairs).
 */
export async function checkEndorsements(source: ReleaseSource, manifest: Manifest, found: Found): Promise<Finding[]> {
  const { endorsements, files, profile } = manifest;
  const findings: Finding[] = [];
  const report: Report = (file, message) => findings.push({ file, check: "endorsements", message });
  if (!endorsements) return findings;
  const listed = new Set(files.map((file) => file.path));
  for (const path of pathsOf(endorsements))
    if (!listed.has(path)) report(path, "The manifest speaks of it and does not list it.");
  await checkTexts(source, endorsements, found, report);
  if (!found.has(PAIRS)) return findings;
  try {
    const tally = tallyPairs();
    const evaluable = new Set<string>();
    for await (const page of readJsonl(PAIRS, source.open(PAIRS))) {
      for (const row of page) {
        tally.add(row);
        if (row.is_retrieval_evaluable === true) evaluable.add(`${row.focal_corpusid} 0 ${row.candidate_corpusid} 1`);
      }
    }
    const tiers = await checkSets(source, endorsements, found, evaluable, report);
    await checkFunnel(source, endorsements, found, { released: tally.counts, tiers, profile }, report);
  } catch (error) {
    // Rows that cannot be read have their finding already.
    if (!(error instanceof ReleaseRowError)) throw error;
  }

  return findings;
}

function pathsOf({ funnel, texts, qrels }: ManifestEndorsements): string[] {
  return [funnel, ...texts.map((text) => text.path), ...qrels.map((set) => set.path)];
}

async function checkTexts(source: ReleaseSource, { texts }: ManifestEndorsements, found: Found, report: Report) {
  for (const { path, sha256 } of texts) {
    if (!found.has(path)) continue;
    const hash = createHash("sha256")
      .update("\n")
      .update(await readWhole(source, path))
      .digest("hex");
    if (hash !== sha256) report(path, `The text’s hash is ${hash}; the manifest says that ${sha256} was agreed to.`);
  }
}

/** Lines of each qrels file against the evaluable rows; answers how many pairs each tier has. */
async function checkSets(
  source: ReleaseSource,
  { qrels }: ManifestEndorsements,
  found: Found,
  evaluable: ReadonlySet<string>,
  report: Report,
): Promise<Map<string, number> | null> {
  const tierOf = new Map<string, string>();
  const tiers = new Map<string, number>();
  for (const { path, tier } of qrels) {
    if (!found.has(path)) continue;
    const lines = (await readWhole(source, path)).toString("utf8").split("\n").filter(Boolean);
    const stranger = lines.find((line) => !evaluable.has(line));
    if (stranger !== undefined) report(path, `"${stranger.slice(0, 200)}" is no evaluable pair of ${PAIRS}.`);
    if (new Set(lines).size < lines.length) report(path, "A pair stands twice.");
    if (tier === null) {
      if (lines.length !== evaluable.size)
        report(path, `${lines.length} pairs; ${PAIRS} has ${evaluable.size} that are evaluable.`);
      continue;
    }
    tiers.set(tier, lines.length);
    for (const line of lines) {
      const other = tierOf.get(line);
      if (other !== undefined && other !== tier)
        report(path, `"${line.slice(0, 200)}" is of the tier ${other} as well.`);
      tierOf.set(line, tier);
    }
  }
  if (!qrels.some((set) => set.tier !== null)) return null;
  const left = [...evaluable].find((line) => !tierOf.has(line));
  if (left !== undefined) report(PAIRS, `"${left.slice(0, 200)}" is evaluable and in no tier’s qrels.`);

  return tiers;
}

type Rows = {
  released: ReturnType<typeof tallyPairs>["counts"];
  tiers: ReadonlyMap<string, number> | null;
  profile: Manifest["profile"];
};

async function checkFunnel(
  source: ReleaseSource,
  { funnel: path }: ManifestEndorsements,
  found: Found,
  { released, tiers, profile }: Rows,
  report: Report,
): Promise<void> {
  if (!found.has(path)) return;
  const parsed = FunnelFile.safeParse(parseJson((await readWhole(source, path)).toString("utf8")));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    report(path, `${issue?.path.map(String).join(".")}: ${issue?.message}`);
    return;
  }
  const file = parsed.data;
  for (const [name, counted] of Object.entries(released)) {
    const said = file.released[name as keyof typeof released];
    if (said !== counted) report(path, `released.${name} is ${said}; ${PAIRS} gives ${counted}.`);
  }
  const inTiers = file.evaluableByTier.reduce((sum, { pairs }) => sum + pairs, 0);
  if (inTiers !== released.retrievalEvaluable)
    report(path, `evaluableByTier adds up to ${inTiers}; ${PAIRS} gives ${released.retrievalEvaluable}.`);
  for (const { tier, pairs } of tiers ? file.evaluableByTier : [])
    if (tiers?.get(tier) !== pairs)
      report(path, `The tier ${tier} has ${pairs}; its qrels have ${tiers?.get(tier) ?? 0}.`);
  for (const fault of [...file.campaigns.flatMap(ownFaults), ...againstRows(file, profile)]) report(path, fault);
}

/** What must hold of a campaign's counts by what the words mean. */
function ownFaults(counts: FunnelFile["campaigns"][number]): string[] {
  const { campaign, evaluableByTier, answers, recalled, recognised, byMail, releaseReady } = counts;
  const byTier = evaluableByTier.reduce((sum, { pairs }) => sum + pairs, 0);
  const rules: [boolean, string][] = [
    [counts.opened <= counts.invited, "more opened than were invited"],
    [counts.submitted <= counts.invited, "more submitted than were invited"],
    [recalled + recognised + byMail === answers, "recalled, recognised and by mail are not all answers"],
    [counts.contextLinked <= releaseReady, "more pairs are context-linked than release-ready"],
    [
      counts.retrievalEvaluable + counts.outOfPool <= releaseReady,
      "more pairs are evaluable or outside the pool than release-ready",
    ],
    [counts.withheldFromPublic <= releaseReady, "more pairs are withheld than release-ready"],
    [byTier === counts.retrievalEvaluable, "the tiers do not add up to the evaluable pairs"],
  ];

  return rules.filter(([holds]) => !holds).map(([, fault]) => `Campaign ${campaign}: ${fault}.`);
}

/** One pair can be of several campaigns and is one row, so the rows of many are at most what they have together. */
function againstRows({ campaigns, released, withdrawnSince }: FunnelFile, profile: Manifest["profile"]): string[] {
  const kept = campaigns.map((one) => one.releaseReady - (profile === "public" ? one.withheldFromPublic : 0));
  const stated = kept.reduce((sum, count) => sum + count, 0);
  const rows = released.releaseReady + withdrawnSince;
  if (rows <= stated && (campaigns.length > 1 || rows === stated)) return [];

  return [`The campaigns have ${stated} release-ready pairs for this profile; ${PAIRS} and withdrawals give ${rows}.`];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
