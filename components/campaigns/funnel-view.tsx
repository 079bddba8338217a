import Link from "next/link";
import type { ReactNode } from "react";
import { formatCount } from "@/components/ui/format-number";
import { Footnote, linkVariants, Section } from "@/components/ui/text";
import type { Funnel, FunnelStep } from "@/lib/campaigns/wire";
import { campaignAt, FUNNEL_WORDS } from "./words";

const MAIN: FunnelStep[] = ["invited", "opened", "started", "submitted", "inReview", "releaseReady"];
const BRANCHES: { step: FunnelStep; text: string }[] = [
  {
    step: "contextLinked",
    text: "in the study’s items, or mentioned in the paper: these can be set against a rhetorical layer",
  },
  { step: "retrievalEvaluable", text: "in the candidate pool: these can be scored" },
];
const ASIDE: FunnelStep[] = [
  ...(["declined", "withdrawn", "bounced"] as const),
  ...(["answers", "recalled", "recognised", "byMail", "maybe"] as const),
  ...(["unresolved", "disputed", "excluded", "flagged", "outOfPool", "withheldFromPublic"] as const),
];

type Props = { slug: string; campaignId: string; funnel: Funnel; researcher: boolean };

/** Every number opens the rows that it counts. */
export function FunnelView({ slug, campaignId, funnel, researcher }: Props) {
  const whole = Math.max(1, funnel.invited, funnel.inReview, funnel.releaseReady);
  const number = (step: FunnelStep): ReactNode => {
    const value = formatCount(funnel[step]);
    const ofPeople = step in { invited: 0, opened: 0, started: 0, submitted: 0, declined: 0, withdrawn: 0, bounced: 0 };
    if (ofPeople && !researcher) return value;

    return (
      <Link
        prefetch={false}
        href={campaignAt(slug, campaignId, `/rows?step=${step}`)}
        aria-label={`${value} ${FUNNEL_WORDS[step]}: show the rows`}
        className={linkVariants({ alone: true })}
      >
        {value}
      </Link>
    );
  };

  return (
    <Section title="Funnel">
      <ol className="grid max-w-[60rem] gap-1.5">
        {MAIN.map((step) => (
          <li key={step} data-step={step} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-3">
            <span className="text-end font-semibold">{number(step)}</span>
            <span className="relative min-w-0 py-1 ps-3">
              <span
                aria-hidden="true"
                className="absolute inset-y-0 start-0 rounded-e-md bg-accent-soft"
                style={{ width: `${(100 * funnel[step]) / whole}%` }}
              />
              <span className="relative">
                {FUNNEL_WORDS[step]}
                {step === "releaseReady" ? (
                  <span className="text-ink-2"> of {formatCount(funnel.answeringPapers)} answering papers</span>
                ) : null}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-3 grid gap-x-8 gap-y-2 sm:ms-[5.25rem] sm:grid-cols-2">
        {BRANCHES.map(({ step, text }) => (
          <p key={step} data-step={step} className="border-s-2 border-rule ps-3">
            <b>{number(step)}</b> {FUNNEL_WORDS[step]}
            <span className="block text-sm text-ink-2">{text}</span>
            {step === "retrievalEvaluable" && funnel.evaluableByTier.length > 0 ? (
              <span className="block text-sm text-ink-2">
                = {funnel.evaluableByTier.map(({ tier, pairs }) => `${formatCount(pairs)} ${tier}`).join(" + ")}
              </span>
            ) : null}
          </p>
        ))}
      </div>
      <Footnote>
        People up to “submitted”, answers “in review”, pairs after it: several authors of one paper are one pair. The
        two branches are not nested. “Opened” is a first touch of the page by a person, never a fetched link.
      </Footnote>
      <dl className="mt-6 grid gap-x-8 gap-y-1 text-sm sm:grid-cols-2 lg:grid-cols-3">
        {ASIDE.map((step) => (
          <div key={step} data-step={step} className="flex min-h-6 items-center justify-between gap-3 border-b">
            <dt className="text-ink-2">{FUNNEL_WORDS[step]}</dt>
            <dd>{number(step)}</dd>
          </div>
        ))}
        <div className="flex min-h-6 items-center justify-between gap-3 border-b">
          <dt className="text-ink-2">named something that was not a paper</dt>
          <dd>{formatCount(funnel.inspirations)}</dd>
        </div>
      </dl>
      <Checks checks={funnel.checks} />
    </Section>
  );
}

function Checks({ checks }: { checks: Funnel["checks"] }) {
  const wrong = checks.filter((check) => !check.holds);

  return wrong.length === 0 ? (
    <Footnote>All counts come from rows at this moment; {checks.length} checks between them hold.</Footnote>
  ) : (
    <Footnote className="text-bad">These do not hold: {wrong.map((check) => check.text).join("; ")}.</Footnote>
  );
}
