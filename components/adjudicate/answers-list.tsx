import { VisibleText } from "@/components/label/visible-text";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import type { AdjudicationItem, RaterSaid } from "@/lib/adjudication/wire";
import type { Codebook } from "@/lib/codebooks/schema";

type AnswersListProps = { item: AdjudicationItem; codebook: Codebook; shortcuts: boolean; onShowJudge: () => void };

/** Everyone's answers under pseudonyms; who is a judge is told when asked. */
export function AnswersList({ item, codebook, shortcuts, onShowJudge }: AnswersListProps) {
  const hidden = item.raters.some((rater) => rater.kind === null);

  return (
    <section aria-labelledby="answers-title" data-slot="answers">
      <div className="mb-1 flex flex-wrap items-baseline gap-x-4">
        <h2 id="answers-title" className="text-lg font-semibold">
          Answers
        </h2>
        {hidden ? (
          <Button variant="link" size="sm" className="ms-auto" onClick={onShowJudge}>
            Who is the judge? {shortcuts ? <Kbd className="hidden md:inline-block">x</Kbd> : null}
          </Button>
        ) : (
          <p className="ms-auto text-sm text-ink-2">{judgesLine(item)}</p>
        )}
      </div>
      <ul>
        {item.raters.map((rater) => (
          <RaterLine key={rater.pseudonym} rater={rater} item={item} codebook={codebook} />
        ))}
      </ul>
    </section>
  );
}

function judgesLine({ raters }: AdjudicationItem): string {
  const judges = raters.filter((rater) => rater.kind === "judge");

  return judges.length === 0
    ? "No judge is among them."
    : `You asked: ${judges.length === 1 ? "one is a judge" : `${judges.length} are judges`}.`;
}

function RaterLine({ rater, item, codebook }: { rater: RaterSaid; item: AdjudicationItem; codebook: Codebook }) {
  const question = codebook.questions.find((one) => one.id === item.question);
  const option = question?.options.find((one) => one.id === rater.value);
  const skip = codebook.skipReasons.find((reason) => reason.id === rater.skipped)?.label ?? rater.skipped;

  return (
    <li className="border-t py-2.5 first:border-t-0">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="min-w-20 text-sm text-ink-2">
          {rater.pseudonym}
          {rater.kind === "judge" ? " · judge" : ""}
        </span>
        {rater.value === null ? (
          <span className="text-ink-2">
            {rater.given
              ? `${rater.given.value}, ${WHY[rater.given.why ?? "dropped"]}`
              : skip
                ? `skipped: ${skip}`
                : "no answer to this question"}
          </span>
        ) : (
          <b className="font-semibold">
            {option ? (option.code ? `${option.code} · ${option.label}` : option.label) : rater.value}
          </b>
        )}
        <span className="text-sm text-ink-2">{remarks(rater, item.codebookVersion, codebook)}</span>
      </p>
      {[rater.note, rater.comment, rater.rationale].map((text, i) =>
        text ? (
          <p key={KINDS[i]} className="mt-1 max-w-[66ch]">
            <span className="text-sm text-ink-2">{KINDS[i]}: </span>
            <VisibleText text={text} className="font-read text-[1.05em]" />
          </p>
        ) : null,
      )}
    </li>
  );
}

const KINDS = ["note", "comment", "rationale"];

/** Why an answer under an older codebook version counts as nothing now. */
const WHY = {
  split: "an option that was split since",
  dropped: "an option that was dropped since",
  newer: "an option of a newer codebook version",
};

/** Under which codebook version it was said, where that is not the newest, and in which words. */
function saidUnder({ codebookVersion, given, value }: RaterSaid, newest: number): string | null {
  if (codebookVersion === null || codebookVersion === newest) return null;

  return `under codebook version ${codebookVersion}${given && value !== null ? `, as ${given.value}` : ""}`;
}

function remarks(rater: RaterSaid, newest: number, codebook: Codebook): string {
  const others = Object.entries(rater.others).map(([id, value]) => {
    const mark = codebook.marks.find((one) => `mark_${one.id}` === id);
    if (mark) return mark.label;
    const question = codebook.questions.find((one) => one.id === id);
    const option = question?.options.find((one) => one.id === value);

    return `${question?.title ?? id}: ${option?.label ?? value}`;
  });

  return [
    saidUnder(rater, newest),
    ...others,
    rater.flagged ? "flagged" : null,
    rater.extra ? "late, not counted" : null,
    rater.confidence ? `confidence ${rater.confidence}` : null,
    rater.probability === null ? null : `probability ${rater.probability}`,
    rater.elapsedMs === null ? null : seconds(rater.elapsedMs),
    rater.at === null ? null : rater.at.slice(0, 10),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

function seconds(ms: number): string {
  return ms < 90_000 ? `${Math.max(1, Math.round(ms / 1000))} s` : `${(ms / 60_000).toFixed(1)} min`;
}
