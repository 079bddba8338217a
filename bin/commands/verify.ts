import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { type Command, parseCommand, print, printJson, UsageError } from "@/bin/command";
import { readRun } from "@/bin/score/read-input";
import { ServiceError } from "@/lib/errors";
import { type ClaimResult, checkClaims } from "@/lib/release-files/check-claims";
import { type Claim, readClaims } from "@/lib/release-files/claims";
import { ReleaseRowError } from "@/lib/release-files/release-error";
import type { Finding, ReleaseSource } from "@/lib/release-files/release-source";
import { type Verification, verifyRelease } from "@/lib/release-files/verify-release";

const OPTIONS = { claims: { type: "string" }, manifest: { type: "string" } } as const;

/** A folder's files by their paths with slashes. Links are none of a release: they are listed, and so named as too many. */
function folderSource(folder: string): ReleaseSource {
  return {
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => !entry.isDirectory());
      const paths = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
      yield* paths.map((file) => file.split(path.sep).join("/")).sort();
    },
    open: (file) => createReadStream(path.join(folder, ...file.split("/")), { highWaterMark: 1 << 18 }),
  };
}

/** A Parquet file that differs is not decoded for a claim either: a spoilt one can keep its reader busy without end. */
function withoutSpoilt(source: ReleaseSource, findings: readonly Finding[]): ReleaseSource {
  const spoilt = new Set(findings.filter(({ file }) => file.endsWith(".parquet")).map(({ file }) => file));

  return {
    list: source.list,
    open(file) {
      if (spoilt.has(file)) throw new ReleaseRowError(file, "bytes", "differ from what its JSON lines give.");

      return source.open(file);
    },
  };
}

async function checkFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new UsageError(`${folder} is no folder. Unpack a downloaded release first.`);
}

/** Claims with faults are refused whole, with their lines, before anything is computed. */
async function claimsOf(file: string): Promise<Claim[]> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`${file} cannot be read.`);
  });
  const read = readClaims(text);
  if (read.ok) return read.claims;
  const faults = read.faults.map(({ line, column, reason }) => ({ file, line, column, reason }));
  throw new ServiceError("bad_input", "No claim was checked: the file has things to put right.", { faults });
}

function tell({ findings, notes, facts }: Verification): void {
  for (const { file, check, message } of findings) print(`${file}: ${check}: ${message}`);
  for (const note of notes) print(`Note: ${note}`);
  if (!facts) return;
  const { study, version, files, bytes, labels, agreementNumbers, manifestSha256 } = facts;
  print(
    `${study} ${version}: ${files} files, ${bytes} bytes, ${labels} labels, ${agreementNumbers} agreement numbers.`,
  );
  print(`Manifest ${manifestSha256}`);
  print(findings.length === 0 ? "Nothing differs." : `${findings.length} things differ.`);
}

function tellClaims(results: readonly ClaimResult[]): void {
  for (const { name, printed, computed, holds, problem, sentence } of results) {
    if (holds) continue;
    print(`${name}: printed ${printed}, ${problem ? `not computed: ${problem}` : `the release gives ${computed}`}.`);
    print(`  “${sentence}”`);
  }
  print(`${results.filter((result) => result.holds).length} of ${results.length} claims hold.`);
}

export const command: Command = {
  name: "verify",
  summary: "check a release against its own rows, and a paper’s numbers against it",
  usage: `
assay verify FOLDER [--manifest SHA256] [--claims claims.yml] [--json]

Needs no database and no network. Recomputes every hash, size and count, the order and the three forms of each table, layer
labels, qrels, alt-test files, all agreement numbers with their intervals, and the texts made from them (docs/releases.md).
--manifest holds the folder against the manifest hash that a certificate or a release page prints: without it a
    folder that was made anew, hashes and all, can only be found to contradict itself
--claims computes each number of the file from the release; runs that it names stand beside it
Exit code 0 where nothing differs, 1 where something does (named line by line), 2 where it was asked wrongly.`,
  async run(args) {
    const { values, positionals } = parseCommand(args, OPTIONS);
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0) throw new UsageError("Name one folder.");
    await checkFolder(folder);
    const claims = values.claims === undefined ? [] : await claimsOf(values.claims);
    const source = folderSource(folder);
    const verified = await verifyRelease(source);
    const findings = [...verified.findings];
    if (
      values.manifest !== undefined &&
      verified.facts &&
      verified.facts.manifestSha256 !== values.manifest.toLowerCase()
    ) {
      const message = `Its hash is ${verified.facts.manifestSha256}, not ${values.manifest}: this is another release.`;
      findings.push({ file: "manifest.json", check: "sha-256", message });
    }
    const beside = path.dirname(values.claims ?? ".");
    const run = async (file: string) => (await readRun(path.resolve(beside, file))).value;
    const results =
      claims.length > 0 && verified.facts
        ? await checkClaims({ release: withoutSpoilt(source, findings), run }, claims)
        : [];
    if (values.json) printJson({ ...verified, findings, claims: results });
    else {
      tell({ ...verified, findings });
      if (claims.length > 0) tellClaims(results);
    }

    return findings.length > 0 || results.some((result) => !result.holds) ? 1 : 0;
  },
};
