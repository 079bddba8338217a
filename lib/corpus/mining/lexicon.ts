import type { CorpusFault, CorpusRecord } from "@/lib/corpus/read-events";
import { DISTRACTOR_CLASSES, type Marker, ORIGINS, RELATIONS, STATUSES } from "./marker";
import { normaliseMarker } from "./opening-words";

const CLASSES = [...RELATIONS, ...DISTRACTOR_CLASSES];
const COMMAS = ["required", "optional"] as const;

/** The columns of a lexicon file, in order; `status` and `comma` may be left out. */
export const LEXICON_COLUMNS = ["marker", "relation", "origin", "status", "comma"] as const;

/**
 * Reads the entries of a lexicon and checks it as a whole: every marker is a row of words, classes and origins are known, and no
 * marker stands twice, neither in one class nor in two (classes are disjoint). Markers come out in normal form, in file order.
 *
 * @param records rows as read, with the columns of LEXICON_COLUMNS
 * @returns the markers without fault, and every fault with its line and column. O(rows)
 * @example checkLexicon([{ line: 2, value: { marker: "To fix this,", relation: "ADDRESS", origin: "manual" } }]).markers[0]?.marker // "to fix this"
 */
export function checkLexicon(records: Iterable<CorpusRecord>): { markers: Marker[]; faults: CorpusFault[] } {
  const markers: Marker[] = [];
  const faults: CorpusFault[] = [];
  const seen = new Map<string, { line: number; relation: string }>();
  for (const { line, value } of records) {
    const read = readMarker(line, value);
    if ("reason" in read) {
      faults.push(read);
      continue;
    }
    const before = seen.get(read.marker);
    if (before) {
      const where = before.relation === read.relation ? "" : ` as ${before.relation}; classes must not share a marker`;
      faults.push({
        line,
        column: "marker",
        reason: `“${read.marker}” stands in line ${before.line} already${where}.`,
      });
      continue;
    }
    seen.set(read.marker, { line, relation: read.relation });
    markers.push(read);
  }

  return { markers, faults };
}

function readMarker(line: number, value: Record<string, unknown>): Marker | CorpusFault {
  const { marker, relation, origin, status = "unvetted", comma = "required" } = value;
  const normal = typeof marker === "string" ? normaliseMarker(marker) : "";
  if (normal === "")
    return { line, column: "marker", reason: "A marker is a row of words, with commas at most between them." };
  const fault = (column: string, known: readonly string[]): CorpusFault => ({
    line,
    column,
    reason: `“${normal}”: ${column} must be one of ${known.join(", ")}.`,
  });
  const kind = oneOf(CLASSES, relation);
  if (!kind) return fault("relation", CLASSES);
  const from = oneOf(ORIGINS, origin);
  if (!from) return fault("origin", ORIGINS);
  const stands = oneOf(STATUSES, status === "" ? "unvetted" : status);
  if (!stands) return fault("status", STATUSES);
  const before = oneOf(COMMAS, comma === "" ? "required" : comma);
  if (!before) return fault("comma", COMMAS);

  return { marker: normal, relation: kind, origin: from, status: stands, comma: before };
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find((one) => one === value);
}

/**
 * A lexicon as CSV, with a header; read again, it is the same lexicon. Markers hold no quotes. O(markers)
 * @example lexiconCsv([{ marker: "in short", relation: "COMMON", origin: "manual", status: "unvetted", comma: "required" }])
 */
export function lexiconCsv(markers: readonly Marker[]): string {
  const rows = markers.map(({ marker, relation, origin, status, comma }) =>
    [marker.includes(",") ? `"${marker}"` : marker, relation, origin, status, comma].join(","),
  );

  return `${[LEXICON_COLUMNS.join(","), ...rows].join("\n")}\n`;
}

/** One row of the table origin × class: how many markers stand in the lexicon, how many fired. */
export type LexiconRow = { origin: string; relation: string; candidates: number; fired: number };

/**
 * The table origin × relation × (candidates, fired). Rejected markers count as candidates.
 *
 * @param markers the lexicon; @param fired how often each normal form fired
 * @returns rows with at least one candidate, by class then origin in their declared order. O(markers)
 * @example lexiconTable(markers, new Map([["to fix this", 3]]))[0] // { origin: "manual", relation: "ADDRESS", candidates: 1, fired: 1 }
 */
export function lexiconTable(markers: readonly Marker[], fired: ReadonlyMap<string, number>): LexiconRow[] {
  const rows = CLASSES.flatMap((relation) =>
    ORIGINS.map((origin): LexiconRow => ({ origin, relation, candidates: 0, fired: 0 })),
  );
  const byKey = new Map(rows.map((row) => [`${row.relation} ${row.origin}`, row]));
  for (const { marker, relation, origin } of markers) {
    const row = byKey.get(`${relation} ${origin}`);
    if (!row) continue;
    row.candidates++;
    if ((fired.get(marker) ?? 0) > 0) row.fired++;
  }

  return rows.filter(({ candidates }) => candidates > 0);
}
