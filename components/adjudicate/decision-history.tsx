import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { AdjudicationItem, Decision } from "@/lib/adjudication/wire";
import type { CodebookQuestion } from "@/lib/codebooks/schema";
import { knowsOthers, REASON_WORDS } from "./adjudicate-session";

type StandingProps = { item: AdjudicationItem; question: CodebookQuestion; onSettle: () => void };

/** How this entry stands: what I decided, and what others did where I may see it. */
export function Standing({ item, question, onSettle }: StandingProps) {
  const { own, others, decisions, differ, settled, stale } = item;
  const name = (value: string | null) => nameOf(question, value);
  const said = others?.map((other) => `${other.who} decided ${name(other.value)}`).join("; ");

  return (
    <div data-slot="standing" className="grid gap-3 empty:hidden">
      {stale ? <Notice tone="warn" title="This was decided before newer answers." /> : null}
      {own && !knowsOthers(item) ? <Notice tone="good" title={`You decided ${name(own.value)}.`} /> : null}
      {knowsOthers(item) ? (
        <Notice
          tone={settled ? "info" : "warn"}
          title={[own ? `You decided ${name(own.value)}` : "", said].filter(Boolean).join("; ")}
        >
          {settled && !differ
            ? "You agree."
            : settled
              ? "The difference is settled."
              : "What you choose now settles the difference."}
        </Notice>
      ) : null}
      {others === null && decisions > 0 ? (
        <Notice
          tone="info"
          title={decisions === 1 ? "Somebody else decided this." : `${decisions} others decided this.`}
        >
          You see it once you have decided too.{" "}
          {differ && !settled ? (
            <>
              They differ.{" "}
              <Button variant="link" size="sm" onClick={onSettle}>
                See their decisions and settle
              </Button>
            </>
          ) : null}
        </Notice>
      ) : null}
    </div>
  );
}

/** Every step so far, newest first. */
export function DecisionHistory({ item, question }: { item: AdjudicationItem; question: CodebookQuestion }) {
  if (item.history.length === 0) return null;

  return (
    <details data-slot="history" className="border-t pt-3">
      <summary className="min-h-7 text-sm text-accent pointer-coarse:min-h-11">
        History: {item.history.length === 1 ? "1 step" : `${item.history.length} steps`}
      </summary>
      <ol className="mt-2 grid gap-1.5 text-sm">
        {item.history.map((step) => (
          <li key={step.opId}>
            <b className="font-[550]">{step.who}</b> {didWhat(step, question)}
            {step.codebookVersion === item.codebookVersion ? "" : ` under codebook version ${step.codebookVersion}`}
            <span className="text-ink-2"> {step.at.slice(0, 16).replace("T", " ")}</span>
            {step.note ? <span className="block text-ink-2">{step.note}</span> : null}
          </li>
        ))}
      </ol>
    </details>
  );
}

function didWhat(step: Decision, question: CodebookQuestion): string {
  if (step.value === null) return "took it back";
  const why = step.reason ? `, ${REASON_WORDS[step.reason].label.toLowerCase()}` : "";

  return `${step.settles ? "settled on" : "decided"} ${nameOf(question, step.value)}${why}`;
}

function nameOf(question: CodebookQuestion, value: string | null): string {
  const option = question.options.find((one) => one.id === value);

  return option?.code ?? option?.label ?? value ?? "nothing";
}
