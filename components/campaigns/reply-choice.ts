import type { ReplyProposalView } from "@/lib/endorsements/wire";

export type ReplyChoice = { on: boolean; focalId: string; corpusId: string };

export const DOUBTS: Record<ReplyProposalView["doubts"][number], string> = {
  negated: "the sentence has a “not” in it",
  hedged: "the sentence hedges",
  several: "the name and year fit several works",
  which_paper: "the mail does not say for which paper",
};

export const FOUND: Record<ReplyProposalView["by"], string> = {
  doi: "its DOI is in the list",
  title: "its title is in the list",
  number: "its number in the list",
  author_year: "author and year fit the list",
  near: "resembles a work of the list",
  typed: "in no list",
};

/** Nothing is ticked beforehand. A paper is chosen where there is one; a pool's work only where it is the same, not like it. */
export function firstChoice(proposal: ReplyProposalView, papers: readonly { focalId: string }[]): ReplyChoice {
  const same = proposal.pool.filter((work) => !work.near);

  return {
    on: false,
    focalId: proposal.focalId ?? (papers.length === 1 ? (papers[0]?.focalId ?? "") : ""),
    corpusId: same.length === 1 ? (same[0]?.corpusId ?? "") : "",
  };
}

/** The pairs of the ticked proposals, as they are sent; null where one still lacks its paper. */
export function pairsOf(proposals: readonly ReplyProposalView[], choices: readonly ReplyChoice[]) {
  const pairs = [];
  for (const [i, proposal] of proposals.entries()) {
    const choice = choices[i];
    if (!choice?.on || proposal.known) continue;
    if (choice.focalId === "") return null;
    const { n, title, year, doi } = proposal;
    pairs.push({
      ...{ focalId: choice.focalId, n, title, year, doi },
      corpusId: n === null && choice.corpusId !== "" ? choice.corpusId : null,
    });
  }

  return pairs;
}
