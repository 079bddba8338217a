import type { Manifest } from "@/lib/release-files/manifest";
import { nextVersion, step, type VersionFacts } from "./next-version";

export type Previous = { manifest: Manifest; manifestHash: string };
/** The study's last finished release, and the last one of the same profile. */
export type Before = { last: Previous | null; own: Previous | null };

type Unversioned = Omit<Manifest, "version" | "previous" | "history" | "citeAs">;
export type Versioned = Pick<Manifest, "version" | "previous" | "history">;

/**
 * The version of a release that is being made, after the last finished one of the study. The same rows under another
 * profile are the same version: what a number promises is the data, not who may read them.
 */
export function versionOf({ last: previous, own }: Before, next: Unversioned, patch = false): Versioned {
  const before = previous && factsOf(previous.manifest);
  const facts = factsOf(next);
  const found = nextVersion(before, facts);
  // What rests on an answer that was withdrawn says something else now: of a patch that is no other step.
  const lessened = patch && before !== null && found.bump === "minor" && isLess(before, facts);
  const { reasons } = found;
  const bump = lessened ? "patch" : found.bump;
  const version = lessened ? step(before.version, "patch") : found.version;
  const at = next.snapshot.at.slice(0, 10);
  if (!previous) return { version, previous: null, history: [{ version, at, reasons }] };
  const { manifest, manifestHash } = previous;
  if (bump === "none" && own?.manifest.version !== manifest.version) {
    return { version: manifest.version, previous: manifest.previous, history: manifest.history };
  }
  const change = bump === "major" || bump === "minor" ? bump : "patch";

  return {
    version,
    previous: { version: manifest.version, manifestSha256: manifestHash, change, reasons },
    history: [{ version, at, reasons }, ...manifest.history],
  };
}

/** The same layers and tables, and nowhere more rows. */
function isLess(before: VersionFacts, next: VersionFacts): boolean {
  const less = (was: VersionFacts["tables"], is: VersionFacts["tables"]) =>
    Object.keys(was).length === Object.keys(is).length &&
    Object.entries(is).every(([name, { rows }]) => rows <= (was[name]?.rows ?? -1));
  const plain = ({ layers }: VersionFacts) =>
    Object.fromEntries(Object.entries(layers).map(([name, { rows, labels }]) => [name, { rows, sha256: labels }]));

  return (
    next.items <= before.items &&
    next.labels <= before.labels &&
    less(before.tables, next.tables) &&
    less(plain(before), plain(next))
  );
}

function factsOf(manifest: Unversioned & { version?: string }): VersionFacts {
  const file = (path: string) => manifest.files.find((entry) => entry.path === path);

  return {
    version: manifest.version ?? "",
    scheme: manifest.codebook.sha256,
    pool: manifest.pool?.sha256 ?? null,
    targetSets: Object.fromEntries(manifest.targetSets.map(({ name, sha256 }) => [name, sha256])),
    layers: Object.fromEntries(
      manifest.layers.map(({ name, ruleHash, counts }) => [
        name,
        {
          rule: ruleHash,
          rows: counts.rows,
          labelled: counts.labelled,
          labels: file(`layers/${name}.jsonl`)?.sha256 ?? "",
        },
      ]),
    ),
    tables: Object.fromEntries(
      manifest.files.flatMap(({ path, rows, sha256 }) => {
        const name = /^tables\/(.+)\.jsonl$/.exec(path)?.[1];

        return name ? [[name, { rows: rows ?? 0, sha256 }]] : [];
      }),
    ),
    items: file("items.jsonl")?.rows ?? 0,
    labels: file("labels.jsonl")?.rows ?? 0,
  };
}
