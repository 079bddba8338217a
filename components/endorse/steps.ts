import type { EndorseAnswer, EndorsePaper, EndorseView } from "@/lib/endorsements/wire";

export type Step = { id: string; kind: "recall" | "list" | "other"; paper: EndorsePaper; nth: number; of: number };

export function papersOf(view: EndorseView): EndorsePaper[] {
  return view.papers.filter((paper) => !paper.notMine);
}

/** What is asked, in order: of each paper first the memory, then its list, then what was not a paper. */
export function stepsOf(view: EndorseView): Step[] {
  const { openRecall, referenceList, nonPaper } = view.campaign.collects;

  return papersOf(view).flatMap((paper, i) => {
    const listed = referenceList === "after" && paper.references.length > 0;
    const kinds: Step["kind"][] = [];
    if (openRecall || !listed) kinds.push("recall");
    if (listed) kinds.push("list");
    if (nonPaper) kinds.push("other");

    return kinds.map((kind, n) => ({ id: `${kind}-${i + 1}`, kind, paper, nth: n + 1, of: kinds.length }));
  });
}

export function titleOfAnswer(view: EndorseView, answer: EndorseAnswer): string {
  const paper = view.papers.find(({ focalId }) => focalId === answer.focalId);

  return answer.title ?? paper?.references.find(({ n }) => n === answer.n)?.title ?? "";
}

export function isNamed(answer: EndorseAnswer): boolean {
  return answer.source !== "recognised";
}
