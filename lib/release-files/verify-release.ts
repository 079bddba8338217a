import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/codebooks/canonical-json";
import { AgreementFile } from "./agreement-file";
import { checkAgreement } from "./check-agreement";
import { checkCard } from "./check-card";
import { checkCroissant } from "./check-croissant";
import { countRows } from "./count-rows";
import { Manifest } from "./manifest";
import type { Finding, ReleaseSource } from "./release-source";
import { readWhole } from "./release-source";
import { releaseTexts } from "./seal-release";
import { checkAltTest, checkBeir, checkForm, checkQrels, checkText } from "./verify-derived";
import { checkEndorsements } from "./verify-endorsements";
import { checkFiles, checkSums, type FileFacts, measureFiles } from "./verify-files";
import { verifyRows } from "./verify-rows";

export type Verification = {
  readonly findings: readonly Finding[];
  /** What could not be held against the rows, and why. */
  readonly notes: readonly string[];
  readonly facts: {
    readonly study: string;
    readonly version: string;
    readonly manifestSha256: string;
    readonly files: number;
    readonly bytes: number;
    readonly labels: number;
    readonly agreementNumbers: number;
  } | null;
};

/**
 * Holds a release against itself, with no database: every hash, size and row count; each table's rows, their order and
 * their CSV and Parquet forms; labels, raters, rounds and coverage; every layer's labels and what they rest on; qrels and
 * alt-test files; all agreement numbers with their intervals; and the texts made from them. Nothing is fixed, and no
 * finding hides another. Memory: the index of labels (about a hundred bytes each) and one Parquet file at a time.
 *
 * @example const { findings } = await verifyRelease(source); findings.length === 0; // in order
 */
export async function verifyRelease(source: ReleaseSource): Promise<Verification> {
  const found = await measureFiles(source);
  const manifest = await readManifest(source, found);
  if (!("layout" in manifest)) return { findings: [manifest], notes: [], facts: null };
  const findings = [...checkFiles(manifest, found), ...(await checkSums(source, manifest, found))];
  findings.push(...(await checkRowCounts(source, manifest, found)), ...(await checkCodebook(source, manifest, found)));
  const stated = await readAgreement(source, found);
  if ("check" in stated) findings.push(stated);
  const recipes = "check" in stated ? [] : stated.numbers;
  const rows = await verifyRows(source, manifest, found, recipes);
  findings.push(...rows.findings);
  if (!("check" in stated) && rows.agreement) findings.push(...checkAgreement(stated, rows.agreement));
  findings.push(
    ...(await checkDerived(source, manifest, found)),
    ...(await checkEndorsements(source, manifest, found)),
  );
  if (!("check" in stated)) findings.push(...(await checkTexts(source, manifest, stated, found)));
  const bytes = [...found.values()].reduce((sum, facts) => sum + facts.bytes, 0);

  return {
    findings,
    notes: rows.notes,
    facts: {
      study: manifest.study.slug,
      version: manifest.version,
      manifestSha256: found.get("manifest.json")?.sha256 ?? "",
      files: found.size,
      bytes,
      labels: rows.labels,
      agreementNumbers: recipes.length,
    },
  };
}

async function readManifest(source: ReleaseSource, found: ReadonlyMap<string, FileFacts>): Promise<Manifest | Finding> {
  const file = "manifest.json";
  if (!found.has(file)) return { file, check: "missing file", message: "This is no release: it has no manifest." };
  const json = parseJson(await readWhole(source, file));
  if (json === undefined) return { file, check: "manifest", message: "It is no JSON." };
  const parsed = Manifest.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;

  return { file, check: "manifest", message: `${issue?.path.map(String).join(".")}: ${issue?.message}` };
}

async function readAgreement(
  source: ReleaseSource,
  found: ReadonlyMap<string, FileFacts>,
): Promise<AgreementFile | Finding> {
  const file = "agreement.json";
  if (!found.has(file)) return { file, check: "missing file", message: "Every release has it." };
  const parsed = AgreementFile.safeParse(parseJson(await readWhole(source, file)));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;

  return { file, check: "agreement", message: `${issue?.path.map(String).join(".")}: ${issue?.message}` };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

async function checkRowCounts(
  source: ReleaseSource,
  manifest: Manifest,
  found: ReadonlyMap<string, FileFacts>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const lines = new Map<string, number | null | string>();
  for (const { path, rows } of manifest.files) {
    // A Parquet file is not read: it must have the bytes, and so the rows, that its JSON lines give.
    const counts = path.replace(/\.parquet$/, ".jsonl");
    if (!found.has(path) || !found.has(counts)) continue;
    const counted = lines.get(counts) ?? (await countRows(source, counts).catch((error) => reasonOf(error)));
    if (counts.endsWith(".jsonl")) lines.set(counts, counted);
    if (counted === rows) continue;
    const message = typeof counted === "string" ? counted : `${counted} rows; the manifest says ${rows}.`;
    findings.push({ file: path, check: "rows", message });
  }

  return findings;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `It cannot be read: ${error.message}` : "It cannot be read.";
}

async function checkCodebook(
  source: ReleaseSource,
  { codebook }: Manifest,
  found: ReadonlyMap<string, FileFacts>,
): Promise<Finding[]> {
  const missing = [codebook.path, codebook.guidelinePath].filter((path) => !found.has(path));
  const findings = missing.map((file): Finding => ({ file, check: "codebook", message: "The manifest names it." }));
  if (!found.has(codebook.path)) return findings;
  const content = parseJson(await readWhole(source, codebook.path));
  const sha256 = content === undefined ? "no JSON" : createHash("sha256").update(canonicalJson(content)).digest("hex");
  if (sha256 === codebook.sha256) return findings;

  return [
    ...findings,
    {
      file: codebook.path,
      check: "codebook",
      message: `Its content’s hash is ${sha256}; the manifest says ${codebook.sha256}.`,
    },
  ];
}

async function checkDerived(
  source: ReleaseSource,
  manifest: Manifest,
  found: ReadonlyMap<string, FileFacts>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const tables = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const file of manifest.files) {
    const table = tables.get(file.table ?? "");
    const base = file.path.replace(/\.[a-z]+$/, ".jsonl");
    if (!table || file.path === base || !found.has(base)) continue;
    // A file that is not what was hashed has its finding already; its bytes are not worth a reader's trust.
    if (found.get(file.path)?.sha256 !== file.sha256) continue;
    findings.push(...(await checkForm(source, file, table, manifest.ids)));
  }
  for (const qrels of manifest.qrels) {
    const needed =
      qrels.source.kind === "layer"
        ? `layers/${qrels.source.layer}.jsonl`
        : qrels.source.kind === "rater"
          ? "labels.jsonl"
          : "adjudications.jsonl";
    if (!found.has(qrels.path) || !found.has(needed)) continue;
    findings.push(...(await checkQrels(source, qrels)));
    const folder = qrels.path.replace(/\/qrels\/[^/]+$/, "");
    const texts = [`${folder}/queries.jsonl`, `${folder}/corpus.jsonl`];
    if (qrels.format === "beir" && texts.every((path) => found.has(path)))
      findings.push(...(await checkBeir(source, folder, qrels.path)));
  }
  for (const test of manifest.altTests) {
    const files = [`${test.folder}/human_annotations.json`, `${test.folder}/llm_annotations.json`];
    if (found.has("labels.jsonl") && files.every((path) => found.has(path)))
      findings.push(...(await checkAltTest(source, test)));
  }

  return findings;
}

async function checkTexts(
  source: ReleaseSource,
  manifest: Manifest,
  agreement: AgreementFile,
  found: ReadonlyMap<string, FileFacts>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { path, content } of releaseTexts(manifest, agreement)) {
    if (!manifest.files.some((file) => file.path === path && file.role === "text"))
      findings.push({ file: path, check: "manifest", message: "The manifest does not list this text." });
    else if (found.has(path)) findings.push(...(await checkText(source, path, content)));
  }
  const paths = manifest.files.filter((file) => file.role === "data").map((file) => file.path);
  const rules = async (file: string, check: "card" | "croissant", faults: (text: string) => string[]) => {
    if (!found.has(file)) return;
    const text = (await readWhole(source, file)).toString("utf8");
    findings.push(...faults(text).map((message) => ({ file, check, message })));
  };
  await rules("README.md", "card", (text) => checkCard(text, paths));
  await rules("croissant.json", "croissant", (text) => checkCroissant(parseJson(Buffer.from(text))));

  return findings;
}
