import { derivedAcross } from "@/lib/codebooks/derived-across";
import { CodebookMapping } from "@/lib/codebooks/mapping-schema";
import { type Codebook, CodebookSchema } from "@/lib/codebooks/schema";
import { composePaths, mapLabel, samePath, stepPath, type VersionPath } from "@/lib/codebooks/version-path";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { type Sql, sql } from "@/lib/db/sql";
import { notFound } from "@/lib/errors";

export type Undecided = "split" | "dropped" | "newer";

/** What a label (question, version, value) says in the target version: `to` an option id, or null and why. */
export type MappingRow = { question: string; version: number; from: string; to: string | null; why: Undecided | null };

export type VersionMapping = {
  /** The question's id in the target version. */
  question: string;
  target: number;
  /** Every (question id, version, option) that a label of this question may carry. What is in no row is left out. */
  rows: MappingRow[];
  /** For derived labels: a rater's answer, of the same item and version, under which the derived label does not stand. */
  blocked: { question: string; version: number; value: string }[];
  /** All labels mean what they say: one id, no version in which an option is mapped elsewhere. No join is needed. */
  plain: boolean;
};

/** A study's versions, oldest first, with the way from each to `target`; null for those that came after it. */
export type StudyVersions = {
  target: number;
  versions: { version: number; codebook: Codebook; path: VersionPath | null }[];
};

/** For callers that have authorised: no role is asked here. */
export async function loadStudyVersions(ctx: ServiceContext, studyId: string, target?: number): Promise<StudyVersions> {
  const rows = await database(ctx).codebook.findMany({
    where: { studyId },
    orderBy: { version: "asc" },
    select: { version: true, content: true, mapping: true },
  });
  const wanted = target ?? rows.at(-1)?.version;
  if (wanted === undefined || !rows.some((row) => row.version === wanted)) throw notFound("This codebook");
  const read = rows.map(({ version, content, mapping }) => ({
    version,
    codebook: CodebookSchema.parse(content),
    mapping: CodebookMapping.parse(mapping),
  }));
  const versions: StudyVersions["versions"] = [];
  let onward: VersionPath | null = null;
  let later: (typeof read)[number] | null = null;
  for (const entry of read.toReversed()) {
    if (entry.version === wanted) onward = samePath(entry.codebook);
    else if (onward && later) onward = composePaths(stepPath(entry.codebook, later.codebook, later.mapping), onward);
    versions.push({ version: entry.version, codebook: entry.codebook, path: onward });
    later = entry;
  }

  return { target: wanted, versions: versions.reverse() };
}

/**
 * How labels of all versions read in one (`version`, else the newest). Labels of a later version than that are left out
 * as `newer`. `only`: other versions' labels are left out altogether. For callers that have authorised.
 */
export async function loadVersionMapping(
  ctx: ServiceContext,
  input: { studyId: string; question: string; version?: number | undefined; only?: boolean },
): Promise<VersionMapping> {
  const study = await loadStudyVersions(ctx, input.studyId, input.version);

  return mappingOf(study, input.question, input.only);
}

/** The same from versions that are there already. */
export function mappingOf({ target, versions }: StudyVersions, question: string, only = false): VersionMapping {
  const rows: MappingRow[] = [];
  const blocked: VersionMapping["blocked"] = [];
  const newest = versions.find((entry) => entry.version === target);
  for (const { version, codebook, path } of versions) {
    if (only && version !== target) continue;
    if (!path) {
      const options = samePath(codebook).get(question)?.options ?? new Map();
      for (const from of options.keys()) rows.push({ question, version, from, to: null, why: "newer" });
      continue;
    }
    for (const [id, { to, options }] of path) {
      if (to !== question) continue;
      const across = derivedIn(codebook, newest?.codebook, path, id);
      for (const from of options.keys()) {
        const mapped = across.stands
          ? mapLabel(path, { question: id, value: from })
          : { undecided: "dropped" as const };
        const row = "value" in mapped ? { to: mapped.value, why: null } : { to: null, why: mapped.undecided };
        rows.push({ question: id, version, from, ...row });
      }
      if (across.stands) blocked.push(...across.blocked.map((answer) => ({ ...answer, version })));
    }
  }

  const everywhere = new Set(rows.map((row) => row.version)).size === versions.length;
  const same = rows.every((row) => row.question === question && row.to === row.from);

  return { question, target, rows, blocked, plain: everywhere && same && blocked.length === 0 };
}

function derivedIn(codebook: Codebook, newest: Codebook | undefined, path: VersionPath, id: string) {
  const derived = codebook.derived.some((label) => label.id === id);
  if (!derived || !newest || newest === codebook) return { stands: true as const, blocked: [] };

  return derivedAcross(codebook, newest, path, id);
}

/** The rows as columns, for unnest. Rows without `to` stand for labels that are left out. */
function mappingColumns({ rows }: VersionMapping) {
  return {
    questions: rows.map((row) => row.question),
    versions: rows.map((row) => row.version),
    froms: rows.map((row) => row.from),
    tos: rows.map((row) => row.to),
  };
}

/**
 * A relation (question, version, value, "to"), to be joined as
 * `JOIN (${mappingRelation(mapping)}) m ON m.question = l.question AND m.version = l."codebookVersion" AND m.value = l.value AND m."to" IS NOT NULL`
 * in place of `l.question = …`, with `m."to"` in place of `l.value`.
 */
export function mappingRelation(mapping: VersionMapping): Sql {
  const { questions, versions, froms, tos } = mappingColumns(mapping);

  return sql`SELECT * FROM unnest(${questions}::text[], ${versions}::int[], ${froms}::text[], ${tos}::text[])
    AS t(question, version, value, "to")`;
}

/** For derived labels: a condition on the labels `of`; true of all where nothing is blocked. */
export function notBlocked(mapping: VersionMapping, of: Sql = sql`l`): Sql {
  if (mapping.blocked.length === 0) return sql`true`;

  return sql`NOT EXISTS (SELECT 1 FROM "Label" y JOIN (${blockedRelation(mapping)}) b
      ON b.question = y.question AND b.version = y."codebookVersion" AND b.value = y.value
    WHERE y."studyId" = ${of}."studyId" AND y."roundId" = ${of}."roundId" AND y."itemId" = ${of}."itemId"
      AND y.unit = ${of}.unit AND y."raterId" = ${of}."raterId" AND y."codebookVersion" = ${of}."codebookVersion")`;
}

/** A relation (question, version, value) of the answers under which a derived label does not stand. */
export function blockedRelation({ blocked }: VersionMapping): Sql {
  const questions = blocked.map((answer) => answer.question);
  const versions = blocked.map((answer) => answer.version);
  const values = blocked.map((answer) => answer.value);

  return sql`SELECT * FROM unnest(${questions}::text[], ${versions}::int[], ${values}::text[]) AS t(question, version, value)`;
}
