import { createHash } from "node:crypto";
import { compareIds } from "@/lib/scoring/compare-ids";
import type { AgreementFile } from "./agreement-file";
import { Manifest, type ManifestFile } from "./manifest";
import { mediaTypeOf } from "./media-type";
import { writeCard } from "./write-card";
import { writeChanges } from "./write-changes";
import { writeCroissant } from "./write-croissant";
import { writeReport } from "./write-report";

export type ReleaseText = { readonly path: string; readonly content: string };
export type SealedRelease = {
  readonly manifest: Manifest;
  readonly manifestSha256: string;
  /** README.md, CHANGES.md, croissant.json, report.md, manifest.json and SHA256SUMS. */
  readonly files: readonly (ReleaseText & {
    readonly mediaType: string;
    readonly bytes: number;
    readonly sha256: string;
  })[];
};

/**
 * The texts that follow from a manifest's data files and the agreement numbers. O(files + numbers).
 *
 * @example releaseTexts(manifest, agreement).map((text) => text.path); // README.md, CHANGES.md, croissant.json, report.md
 */
export function releaseTexts(manifest: Manifest, agreement: AgreementFile): ReleaseText[] {
  const files = manifest.files.filter((file) => file.role === "data").sort((a, b) => compareIds(a.path, b.path));
  const draft = { ...manifest, files };

  return [
    { path: "README.md", content: writeCard(draft) },
    { path: "CHANGES.md", content: writeChanges(draft) },
    { path: "croissant.json", content: writeCroissant(draft, agreement) },
    { path: "report.md", content: writeReport(draft, agreement) },
  ];
}

/** The bytes of agreement.json: a data file, written before the manifest is sealed. O(numbers). */
export function writeAgreement(agreement: AgreementFile): string {
  return `${JSON.stringify(agreement, null, 2)}\n`;
}

/** The bytes of manifest.json. O(size). */
export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify(Manifest.parse(manifest), null, 2)}\n`;
}

/** The bytes of SHA256SUMS: what `sha256sum -c` reads, in the order of paths. O(files log files). */
export function writeSums(files: readonly { path: string; sha256: string }[]): string {
  const sorted = files.toSorted((a, b) => compareIds(a.path, b.path));

  return sorted.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("");
}

/**
 * The last step of a release: makes its texts, the manifest with every file's hash, and the sums. O(size).
 *
 * @param draft the manifest with its data files alone (agreement.json among them)
 * @throws {ZodError} where the draft breaks the manifest's schema
 * @example const { files, manifestSha256 } = sealRelease(draft, agreement);
 */
export function sealRelease(draft: Manifest, agreement: AgreementFile): SealedRelease {
  const data = draft.files.filter((file) => file.role === "data");
  const texts = releaseTexts(draft, agreement).map(described);
  const entries = texts.map(
    ({ path, sha256, bytes, mediaType }): ManifestFile => ({
      path,
      sha256,
      bytes,
      mediaType,
      role: "text",
      rows: null,
      table: null,
    }),
  );
  const files = [...data, ...entries].sort((a, b) => compareIds(a.path, b.path));
  const manifest = Manifest.parse({ ...draft, files });
  const sealed = described({ path: "manifest.json", content: writeManifest(manifest) });
  const sums = { path: "SHA256SUMS", content: writeSums([...files, sealed]) };

  return { manifest, manifestSha256: sealed.sha256, files: [...texts, sealed, described(sums)] };
}

function described(text: ReleaseText) {
  const bytes = Buffer.from(text.content, "utf8");
  const mediaType = text.path === "SHA256SUMS" ? "text/plain" : mediaTypeOf(text.path);

  return { ...text, mediaType, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}
