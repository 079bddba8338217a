"use client";

import { Button } from "@/components/ui/button";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServedSlot } from "@/lib/labels/wire";

type PracticeFeedbackProps = { codebook: Codebook; slot: ServedSlot; onGoOn: () => void };

/** After a practice answer: what the researchers hold to be right, and why. */
export function PracticeFeedback({ codebook, slot, onGoOn }: PracticeFeedbackProps) {
  const rows = Object.entries(slot.gold ?? {}).map(([id, gold]) => {
    const question = codebook.questions.find((one) => one.id === id);
    const name = (value: string | undefined) => {
      const option = question?.options.find((one) => one.id === value);

      return option ? [option.code, option.label].filter(Boolean).join(" · ") : (value ?? "no answer");
    };
    const mine = slot.answers[id]?.value;

    return {
      id,
      title: question?.title ?? id,
      right: mine === gold.value,
      mine: name(mine),
      gold: name(gold.value),
      why: gold.why,
    };
  });

  return (
    <section
      aria-label="Practice: the answer"
      data-slot="practice-feedback"
      className="grid gap-4 border-s-2 border-accent ps-4"
    >
      {rows.map((row) => (
        <div key={row.id} className="grid gap-1">
          <p className="text-sm text-ink-2">{row.title}</p>
          <p className="text-lg font-semibold">
            {row.right ? "As in the key: " : "The key says: "}
            {row.gold}
          </p>
          {row.right ? null : <p className="text-ink-2">You answered: {row.mine}</p>}
          <p className="max-w-[60ch]">{row.why}</p>
        </div>
      ))}
      <p>
        <Button variant="primary" onClick={onGoOn} autoFocus>
          Go on (any key)
        </Button>
      </p>
    </section>
  );
}
