import { normaliseTitle, titleSimilarity } from "@/lib/corpus/normalise-title";
import type { prisma, Transaction } from "@/lib/db/client";
import { arxivOf, doiOf } from "./identifiers";
import type { PoolHit, PoolPaper } from "./wire";

type Database = Transaction | ReturnType<typeof prisma>;
type Wanted = { studyId: string; poolId: string; text: string; limit: number };

const LOOKED_AT = 400;
const PIECES = 16;
const LEAST_SIMILAR = 0.3;

/**
 * Papers of a pool that a text may mean, for verbs that have authorised: those whose id, DOI or arXiv id it is; those whose normalised
 * title it is (and year, where the text ends in one); then titles that resemble it. For these SQL picks the 400 titles that share most
 * beginnings of words with the text, and their trigrams are compared here. Hits are proposals: nothing is joined by them.
 */
export async function findPapers(db: Database, { studyId, poolId, text, limit }: Wanted): Promise<PoolHit[]> {
  const { title, year } = splitYear(text);
  const key = normaliseTitle(title);
  const doi = doiOf(text) ?? null;
  const arxivId = arxivOf(text) ?? null;
  const whole = normaliseTitle(text);
  const exact = await db.poolEntry.findMany({
    where: {
      studyId,
      poolId,
      OR: [
        { corpusId: text },
        ...(doi === null ? [] : [{ doi }]),
        ...(arxivId === null ? [] : [{ arxivId }]),
        ...(whole === "" ? [] : [{ titleKey: { in: [...new Set([whole, key])] } }]),
      ],
    },
    orderBy: { corpusId: "asc" },
    take: limit,
  });
  const hits = exact.map((row): PoolHit => {
    const sameYear = row.titleKey === key && year !== undefined && row.year === year;
    const by =
      row.corpusId === text
        ? "id"
        : doi !== null && row.doi === doi
          ? "doi"
          : arxivId !== null && row.arxivId === arxivId
            ? "arxiv"
            : sameYear
              ? "title_year"
              : "title";

    return { by, similarity: 1, paper: paperOf(row) };
  });
  const near = await nearTitles(db, { studyId, poolId, limit }, key, new Set(exact.map((row) => row.corpusId)));
  const order = ["id", "doi", "arxiv", "title_year", "title", "near"];

  return [...hits, ...near]
    .sort((a, b) => order.indexOf(a.by) - order.indexOf(b.by) || b.similarity - a.similarity)
    .slice(0, limit);
}

async function nearTitles(
  db: Database,
  { studyId, poolId, limit }: Omit<Wanted, "text">,
  key: string,
  known: ReadonlySet<string>,
): Promise<PoolHit[]> {
  const words = [...new Set(key.split(" ").filter((word) => word.length >= 3))];
  const pieces = words
    .sort((a, b) => b.length - a.length)
    .slice(0, PIECES)
    .map((word) => word.slice(0, 4));
  if (pieces.length === 0) return [];
  const rows = await db.$queryRaw<{ corpusId: string; titleKey: string }[]>`
    SELECT e."corpusId", e."titleKey" FROM "PoolEntry" e
    CROSS JOIN LATERAL (SELECT count(*) AS shared FROM unnest(${pieces}::text[]) AS p WHERE strpos(e."titleKey", p) > 0) s
    WHERE e."studyId" = ${studyId}::uuid AND e."poolId" = ${poolId}::uuid AND e."titleKey" IS NOT NULL AND s.shared > 0
    ORDER BY s.shared DESC, abs(length(e."titleKey") - ${key.length}), e."corpusId" COLLATE "C" LIMIT ${LOOKED_AT}`;
  const best = rows
    .map(({ corpusId, titleKey }) => ({ corpusId, similarity: titleSimilarity(key, titleKey) }))
    .filter(({ corpusId, similarity }) => similarity >= LEAST_SIMILAR && !known.has(corpusId))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit);
  const papers = await db.poolEntry.findMany({
    where: { studyId, poolId, corpusId: { in: best.map(({ corpusId }) => corpusId) } },
  });
  const byId = new Map(papers.map((row) => [row.corpusId, row]));

  return best.flatMap(({ corpusId, similarity }) => {
    const row = byId.get(corpusId);

    return row ? [{ by: "near" as const, similarity, paper: paperOf(row) }] : [];
  });
}

/** "Random forests (2001)" or "Random forests, 2001": the title and its year. */
function splitYear(text: string): { title: string; year?: number } {
  const [, title = "", year = ""] = /^(.+?)[\s,;.]*[([]?\b((?:1[89]|20)\d{2})\b[)\]]?\.?$/su.exec(text) ?? [];

  return title === "" ? { title: text } : { title, year: Number(year) };
}

type Row = Omit<PoolPaper, "authors" | "publishedOn"> & { authors: unknown; publishedOn: Date | null };

function paperOf({ corpusId, title, year, doi, arxivId, authors, venue, publishedOn }: Row): PoolPaper {
  return {
    corpusId,
    title,
    year,
    doi,
    arxivId,
    authors: (Array.isArray(authors) ? authors : []) as PoolPaper["authors"],
    venue,
    publishedOn: publishedOn?.toISOString().slice(0, 10) ?? null,
  };
}
