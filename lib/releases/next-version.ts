/** What of a release decides its version: read off its manifest. Hashes are of what they name, in hex. */
export type VersionFacts = {
  version: string;
  /** The codebook's content. */
  scheme: string;
  pool: string | null;
  /** Target sets, tiers and splits by name. */
  targetSets: Readonly<Record<string, string>>;
  /** Layers by name. `labels`: a hash over what its rows say. */
  layers: Readonly<Record<string, { rule: string; rows: number; labelled: number; labels: string }>>;
  /** Tables in the papers' columns by name. */
  tables: Readonly<Record<string, { rows: number; sha256: string }>>;
  items: number;
  labels: number;
};

export type Bump = "first" | "major" | "minor" | "patch" | "none";
export type NextVersion = { version: string; bump: Bump; reasons: string[] };

/**
 * The version of a release by what changed since the one before: the pool, a split or the scheme (codebook, a layer's
 * rule, a layer that is gone) is a major step; rows, layers or other labels a minor one; withdrawals or texts alone a
 * patch. `reasons` say why in counts, never in names of people. O(layers + sets).
 *
 * @param previous facts of the release before; null where there is none
 * @param next facts of the new one; its own version is not read
 * @example nextVersion(null, facts).version // "1.0.0"
 */
export function nextVersion(previous: VersionFacts | null, next: Omit<VersionFacts, "version">): NextVersion {
  if (!previous) return { version: "1.0.0", bump: "first", reasons: ["First release."] };
  const major = breaks(previous, next);
  const minor = additions(previous, next);
  const patch = withdrawals(previous, next);
  const bump = major.length > 0 ? "major" : minor.length > 0 ? "minor" : patch.length > 0 ? "patch" : "none";
  const reasons = [...major, ...minor, ...patch];

  return {
    version: step(previous.version, bump === "none" ? "patch" : bump),
    bump,
    reasons: reasons.length > 0 ? reasons : ["The rows are those of the release before; texts may differ."],
  };
}

/** 1.2.3 one step on: 2.0.0, 1.3.0 or 1.2.4. Throws on what is no version. */
export function step(version: string, bump: "major" | "minor" | "patch" | "first"): string {
  const parts = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(version);
  if (!parts) throw new RangeError(`"${version}" is no version of the form 1.2.3.`);
  const [major = 0, minor = 0, patch = 0] = parts.slice(1).map(Number);
  if (bump === "major") return `${major + 1}.0.0`;
  if (bump === "minor") return `${major}.${minor + 1}.0`;

  return bump === "first" ? "1.0.0" : `${major}.${minor}.${patch + 1}`;
}

type Next = Omit<VersionFacts, "version">;

function breaks(previous: VersionFacts, next: Next): string[] {
  const reasons: string[] = [];
  if (previous.scheme !== next.scheme) reasons.push("The codebook changed.");
  if (previous.pool !== next.pool) {
    const words = previous.pool === null ? "A pool was added." : "The pool was taken out.";
    reasons.push(previous.pool !== null && next.pool !== null ? "The pool changed." : words);
  }
  for (const name of namesOf(previous.targetSets, next.targetSets)) {
    const [before, now] = [previous.targetSets[name], next.targetSets[name]];
    if (before === now) continue;
    const what = before === undefined ? "was added" : now === undefined ? "was taken out" : "changed";
    reasons.push(`The target set ${name} ${what}.`);
  }
  for (const [name, before] of Object.entries(previous.layers)) {
    const now = next.layers[name];
    if (!now) reasons.push(`The layer ${name} was taken out.`);
    else if (now.rule !== before.rule) reasons.push(`The rule of the layer ${name} changed.`);
  }
  for (const name of Object.keys(previous.tables))
    if (!next.tables[name]) reasons.push(`The table ${name} was taken out.`);

  return reasons;
}

function additions(previous: VersionFacts, next: Next): string[] {
  const reasons: string[] = [];
  for (const [name, now] of Object.entries(next.layers)) {
    const before = previous.layers[name];
    if (!before) reasons.push(`The layer ${name} was added, with ${count(now.labelled, "labelled row")}.`);
    else if (now.labelled > before.labelled)
      reasons.push(`The layer ${name} has ${count(now.labelled - before.labelled, "more labelled row")}.`);
    else if (now.labelled === before.labelled && now.rows === before.rows && now.labels !== before.labels)
      reasons.push(`Rows of the layer ${name} have other labels.`);
  }
  for (const [name, now] of Object.entries(next.tables)) {
    const before = previous.tables[name];
    if (!before) reasons.push(`The table ${name} was added, with ${count(now.rows, "row")}.`);
    else if (now.rows > before.rows)
      reasons.push(`The table ${name} has ${count(now.rows - before.rows, "more row")}.`);
    else if (now.rows === before.rows && now.sha256 !== before.sha256)
      reasons.push(`Rows of the table ${name} changed.`);
  }
  if (next.items > previous.items) reasons.push(`${count(next.items - previous.items, "item")} more.`);
  if (next.labels > previous.labels) reasons.push(`${count(next.labels - previous.labels, "label")} more.`);

  return reasons;
}

function withdrawals(previous: VersionFacts, next: Next): string[] {
  const reasons: string[] = [];
  for (const [name, now] of Object.entries(next.layers)) {
    const before = previous.layers[name];
    if (before && now.labelled < before.labelled)
      reasons.push(`The layer ${name} has ${count(before.labelled - now.labelled, "labelled row")} fewer.`);
  }
  for (const [name, now] of Object.entries(next.tables)) {
    const before = previous.tables[name];
    if (before && now.rows < before.rows)
      reasons.push(`The table ${name} has ${count(before.rows - now.rows, "row")} fewer.`);
  }
  if (next.items < previous.items) reasons.push(`${count(previous.items - next.items, "item")} withdrawn.`);
  if (next.labels < previous.labels) reasons.push(`${count(previous.labels - next.labels, "label")} withdrawn.`);

  return reasons;
}

function namesOf(...records: Readonly<Record<string, unknown>>[]): string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))].toSorted();
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
