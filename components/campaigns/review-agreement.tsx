import { formatCount, formatDecimal, formatOf } from "@/components/ui/format-number";
import { Footnote, Section } from "@/components/ui/text";
import type { ReviewAgreement as Agreement } from "@/lib/endorsements/wire";

/** κ between each two reviewers, as sentences. */
export function ReviewAgreement({ pairs, needed }: { pairs: Agreement; needed: number }) {
  if (needed < 2 && pairs.length === 0) return null;

  return (
    <Section title="Agreement of the reviewers" className="mt-11">
      {pairs.length === 0 ? <p className="text-ink-2">No pair has two reviews yet.</p> : null}
      {pairs.map(({ reviewers, pairs: both, same, kappa }) => (
        <p key={reviewers.join(" ")} className="max-w-[60ch] font-read">
          {reviewers.join(" and ")} decided alike on {formatOf(same, both)} pairs;{" "}
          {kappa.kind === "estimate" ? (
            <>
              Cohen’s κ = <b className="font-semibold">{formatDecimal(kappa.value)}</b>.
            </>
          ) : (
            <>Cohen’s κ is not defined: {kappa.reason.replaceAll("_", " ")}.</>
          )}
        </p>
      ))}
      <Footnote>
        Over confirm, flag and exclude; pairs that both decided ({formatCount(pairs[0]?.pairs ?? 0)} of the first two).
        Each is blind to the other until both have decided.
      </Footnote>
    </Section>
  );
}
