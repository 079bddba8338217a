import { countAttempt } from "@/lib/auth/rate-limit";
import type { ServiceContext } from "@/lib/context";
import { normaliseTitle, titleSimilarity } from "@/lib/corpus/normalise-title";
import { database } from "@/lib/db/client";
import { findPapers } from "@/lib/pools/find-papers";
import { findOwnPaper } from "./find-own-paper";
import { openInvitation } from "./internal";
import { SuggestInput } from "./schema";
import type { Suggestion } from "./wire";

const MOST = 8;

/** Works of the paper's own list and of the pool that resemble what is being typed. A proposal: the author picks, or does not. */
export async function suggestWorks(ctx: ServiceContext, input: unknown): Promise<Suggestion[]> {
  const { token, focalId, text } = SuggestInput.parse(input);
  const db = database(ctx);
  const held = await openInvitation(db, token);
  findOwnPaper(held, focalId);
  await countAttempt(ctx, `suggest:${held.id}`, 240, 60_000);
  const { studyId } = held;
  const references = await db.focalReference.findMany({
    where: { studyId, focalId },
    select: { n: true, corpusId: true, title: true, titleKey: true, year: true, authors: true },
  });
  const key = normaliseTitle(text);
  const listed = references
    .map(({ titleKey, ...row }) => ({ from: "list" as const, ...row, similarity: likeness(key, titleKey) }))
    .filter((row) => row.similarity > 0.2)
    .sort((a, b) => b.similarity - a.similarity || a.n - b.n)
    .slice(0, MOST);
  const { poolId } = held.invitee.campaign;
  const hits = poolId === null ? [] : await findPapers(db, { studyId, poolId, text, limit: MOST });
  const inList = new Set(listed.map((row) => row.corpusId));
  const pooled = hits.flatMap(({ similarity, paper }): Suggestion[] =>
    inList.has(paper.corpusId) || paper.title === null
      ? []
      : [
          {
            from: "pool",
            n: null,
            corpusId: paper.corpusId,
            title: paper.title,
            year: paper.year,
            authors: paper.authors.flatMap((author) => author.name ?? []),
            similarity,
          },
        ],
  );

  return [...listed, ...pooled].slice(0, MOST);
}

/** While a title is typed its beginning, or words of it, stand for the whole. */
function likeness(typed: string, title: string): number {
  if (typed === title) return 1;
  if (typed.length >= 3 && title.includes(typed)) return 0.9;

  return titleSimilarity(typed, title);
}
