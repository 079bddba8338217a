import { z } from "zod";
import type { AgreementFile, AgreementRecipe } from "./agreement-file";
import { checkedRows } from "./checked-rows";
import { collectAgreement } from "./collect-agreement";
import type { Row } from "./columns";
import { rowReason } from "./compare-forms";
import { indexLabels } from "./label-index";
import type { Manifest, ManifestLayer } from "./manifest";
import { readJsonl } from "./read-rows";
import { ReleaseRowError } from "./release-error";
import { type Finding, type ReleaseSource, readWhole } from "./release-source";
import { tallyLayer, tallyRows } from "./tally";
import { layerChecker, type OptionsOf } from "./verify-layer";
import { checkPaperTables } from "./verify-paper-tables";
import { checkSamples } from "./verify-samples";

type Found = ReadonlyMap<string, unknown>;
type RowsVerified = {
  readonly findings: Finding[];
  readonly notes: string[];
  readonly labels: number;
  /** Null where label rows could not be read to their end. */
  readonly agreement: AgreementFile | null;
};

/** Everything of a release that follows from its JSON lines. O(rows). */
export async function verifyRows(
  source: ReleaseSource,
  manifest: Manifest,
  found: Found,
  recipes: readonly AgreementRecipe[],
): Promise<RowsVerified> {
  const findings: Finding[] = [];
  const notes: string[] = [];
  const tally = tallyRows();
  const index = indexLabels(askedAs(manifest));
  const read = reader(source, manifest, found, findings);
  const items = await read("items.jsonl", tally.addItem);
  await read("adjudications.jsonl", index.addAdjudication);
  const agreement = collectAgreement(recipes, index.values());
  let labels = 0;
  const strangers = new Set<string>();
  const whole = await read("labels.jsonl", (row) => {
    labels++;
    tally.addLabel(row);
    index.addLabel(row);
    agreement.add(row);
    if (items && !tally.knows(String(row.item)) && strangers.size < 10) strangers.add(String(row.item));
  });
  for (const item of strangers)
    findings.push({ file: "labels.jsonl", check: "row", message: `The item ${item} is not in items.jsonl.` });
  if (whole) findings.push(...checkCounts(manifest, tally, items));
  findings.push(...(items ? checkSamples(manifest, tally.strata()) : []));
  const options = await optionsOf(source, manifest, found);
  for (const layer of manifest.layers) {
    const path = `layers/${layer.name}.jsonl`;
    const counts = tallyLayer();
    const check = layerChecker(manifest, layer, path, index, options);
    const done = await read(path, (row) => {
      counts.add(row);
      if (whole) check.add(row);
    });
    if (!done) continue;
    findings.push(
      ...sameOrFinding("manifest.json", "layer counts", `layers ${layer.name}`, layer.counts, counts.counts()),
    );
    findings.push(...check.findings());
    if (check.unknown() > 0)
      notes.push(
        `${path}: ${check.unknown()} rows were not decided again (${layer.rule.kind}); the labels they rest on were checked.`,
      );
  }
  await readOthers(manifest, read);
  findings.push(...(await checkPaperTables(source, manifest, found)));

  return { findings, notes, labels, agreement: whole ? agreement.finish() : null };
}

/** The ids under which the layers' questions were asked in any version. */
function askedAs({ layers, otherVersions = [] }: Manifest): Set<string> {
  const ids = layers.flatMap(questionsOf);

  return new Set([...ids, ...otherVersions.flatMap((one) => (ids.includes(one.question) ? one.asked : []))]);
}

function questionsOf(layer: ManifestLayer): string[] {
  const { rule, question } = layer;

  return rule.kind === "must_cite" ? [question, rule.typeI.question, rule.typeII.question] : [question];
}

const Asked = z.array(
  z.object({ id: z.string(), options: z.array(z.union([z.string(), z.object({ id: z.string() })])) }),
);
const Codebook = z.object({ questions: Asked, derived: Asked.optional() });

/** The options of each question in order, as codebook.json has them; empty where it cannot be read. */
async function optionsOf(source: ReleaseSource, { codebook }: Manifest, found: Found): Promise<OptionsOf> {
  if (!found.has(codebook.path)) return new Map();
  const text = (await readWhole(source, codebook.path)).toString("utf8");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return new Map();
  }
  const parsed = Codebook.safeParse(json);
  if (!parsed.success) return new Map();
  const all = [...parsed.data.questions, ...(parsed.data.derived ?? [])];

  return new Map(
    all.map(({ id, options }) => [id, options.map((option) => (typeof option === "string" ? option : option.id))]),
  );
}

type Read = (path: string, each: (row: Row) => void) => Promise<boolean>;

/** Reads a table's JSON lines through all checks of its rows; false where it is not there or broke off. */
function reader(source: ReleaseSource, manifest: Manifest, found: Found, findings: Finding[]): Read {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));

  return async (path, each) => {
    const entry = manifest.files.find((file) => file.path === path);
    const table = tables.get(entry?.table ?? "");
    if (!entry || !found.has(path)) return false;
    if (!table) {
      findings.push({ file: path, check: "manifest", message: "The manifest names no table for it." });
      return false;
    }
    try {
      for await (const page of checkedRows(table, manifest.ids, readJsonl(path, source.open(path))))
        for (const row of page) each(row);

      return true;
    } catch (error) {
      if (!(error instanceof ReleaseRowError)) throw error;
      findings.push({ file: path, check: "row", message: rowReason(error) });

      return false;
    }
  };
}

/** Tables that nothing else is held against: their rows still have columns, types and an order. */
async function readOthers(manifest: Manifest, read: Read): Promise<void> {
  for (const { path, table } of manifest.files)
    if (table !== null && path.startsWith("tables/") && path.endsWith(".jsonl")) await read(path, () => undefined);
}

function checkCounts(manifest: Manifest, tally: ReturnType<typeof tallyRows>, items: boolean): Finding[] {
  const file = "manifest.json";
  const people = manifest.raters.filter((rater) => rater.kind !== "adjudicator");
  const rounds = new Map(tally.rounds().map((round) => [round.name, round]));
  const stated = manifest.rounds.map(({ name, items: count, labels }) => ({ name, items: count, labels }));
  const counted = manifest.rounds.map(({ name }) => rounds.get(name) ?? { name, items: 0, labels: 0 });
  const unknown = [...rounds.keys()].filter((name) => !manifest.rounds.some((round) => round.name === name));

  return [
    ...sameOrFinding(file, "counts", "labelCounts", manifest.labelCounts, tally.labelCounts()),
    ...(manifest.otherVersions ?? []).flatMap(({ question, asked, codebookVersion, labels }) =>
      sameOrFinding(file, "counts", `otherVersions.${question}`, labels, tally.underOthers(asked, codebookVersion)),
    ),
    ...sameOrFinding(file, "counts", "raters", sorted(people), sorted(tally.raters())),
    ...sameOrFinding(file, "counts", "rounds", stated, counted),
    ...unknown.map((name): Finding => ({ file, check: "counts", message: `rounds: it does not name ${name}.` })),
    ...(items
      ? sameOrFinding(file, "counts", "coverage", byStratum(manifest.coverage), byStratum(tally.coverage()))
      : []),
  ];
}

function sorted<T extends { rater: string }>(raters: readonly T[]): T[] {
  return raters.toSorted((a, b) => (a.rater < b.rater ? -1 : 1));
}

function byStratum(coverage: Manifest["coverage"]): Manifest["coverage"] {
  return coverage.toSorted((a, b) => (a.stratum < b.stratum ? -1 : 1));
}

/** One finding that names the first place where what is stated is not what was counted. */
function sameOrFinding(
  file: string,
  check: Finding["check"],
  name: string,
  stated: unknown,
  counted: unknown,
): Finding[] {
  const place = firstPlace(stated, counted, name);

  return place
    ? [{ file, check, message: `${place.path} is ${show(place.stated)}; the rows give ${show(place.counted)}.` }]
    : [];
}

type Place = { path: string; stated: unknown; counted: unknown };

function firstPlace(stated: unknown, counted: unknown, path: string): Place | undefined {
  if (!isObject(stated) || !isObject(counted))
    return Object.is(stated, counted) ? undefined : { path, stated, counted };
  for (const key of new Set([...Object.keys(stated), ...Object.keys(counted)])) {
    const place = firstPlace(stated[key], counted[key], `${path}.${key}`);
    if (place) return place;
  }

  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function show(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
