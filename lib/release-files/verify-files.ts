import { createHash } from "node:crypto";
import type { Manifest } from "./manifest";
import { UNLISTED } from "./manifest";
import type { Finding, ReleaseSource } from "./release-source";
import { readWhole } from "./release-source";
import { writeSums } from "./seal-release";

export type FileFacts = { readonly sha256: string; readonly bytes: number };

/** SHA-256 and size of every file that is there, by path. O(bytes). */
export async function measureFiles(source: ReleaseSource): Promise<Map<string, FileFacts>> {
  const found = new Map<string, FileFacts>();
  for await (const path of source.list()) {
    const hash = createHash("sha256");
    let bytes = 0;
    for await (const part of source.open(path)) {
      hash.update(part);
      bytes += part.byteLength;
    }
    found.set(path, { sha256: hash.digest("hex"), bytes });
  }

  return found;
}

/**
 * Files that are missing, too many, of another size or another hash than the manifest says; and SHA256SUMS against both.
 * O(files).
 *
 * @example checkFiles(manifest, await measureFiles(source)); // [] where all is in order
 */
export function checkFiles(manifest: Manifest, found: ReadonlyMap<string, FileFacts>): Finding[] {
  const findings: Finding[] = [];
  const listed = new Set<string>(UNLISTED);
  for (const { path, sha256, bytes } of manifest.files) {
    listed.add(path);
    const facts = found.get(path);
    if (!facts) findings.push({ file: path, check: "missing file", message: "The manifest lists it." });
    else if (facts.bytes !== bytes)
      findings.push({ file: path, check: "size", message: `${facts.bytes} bytes; the manifest says ${bytes}.` });
    if (facts && facts.sha256 !== sha256)
      findings.push({ file: path, check: "sha-256", message: `${facts.sha256}; the manifest says ${sha256}.` });
  }
  for (const path of found.keys())
    if (!listed.has(path))
      findings.push({ file: path, check: "extra file", message: "The manifest does not list it." });

  return findings;
}

/** SHA256SUMS against the manifest's hashes and the manifest's own. O(files log files). */
export async function checkSums(
  source: ReleaseSource,
  manifest: Manifest,
  found: ReadonlyMap<string, FileFacts>,
): Promise<Finding[]> {
  const file = "SHA256SUMS";
  if (!found.has(file)) return [{ file, check: "missing file", message: "Every release has it." }];
  const own = { path: "manifest.json", sha256: found.get("manifest.json")?.sha256 ?? "" };
  const lines = (await readWhole(source, file)).toString("utf8").split("\n");
  const expected = writeSums([...manifest.files, own]).split("\n");
  const place = expected.findIndex((line, index) => line !== lines[index]);
  if (place < 0 && lines.length === expected.length) return [];
  const line = place < 0 ? expected.length : place + 1;
  const path = (expected[line - 1] ?? lines[line - 1] ?? "").slice(66);

  return [
    {
      file,
      check: "sums",
      message: `Line ${line}${path ? ` (${path})` : ""} is not what the manifest and its own hash give.`,
    },
  ];
}
