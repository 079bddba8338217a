"use client";

import { Checkbox } from "@/components/ui/choice";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { REASONS } from "@/lib/adjudication/wire";
import type { CodebookQuestion } from "@/lib/codebooks/schema";
import { REASON_WORDS } from "./adjudicate-session";

const PAGE: [key: string, does: string][] = [
  ["u", "Take the last decision back (the last ten)"],
  ["s", "Leave this one for later"],
  ["f", "The guideline needs an edit: say which"],
  ["c", "Note to this decision"],
  ["x", "Who is the judge?"],
  ["g", "Open or close the guideline"],
  ["j", "Next passage"],
  ["k", "Previous passage"],
  ["→", "Next in the queue"],
  ["←", "Previous in the queue"],
  ["Esc", "From the reasons back to the options"],
  ["?", "This list"],
];

type AdjudicateKeysProps = {
  question: CodebookQuestion;
  shortcuts: boolean;
  onShortcuts: (on: boolean) => void;
  finalFocus: () => HTMLElement | null;
  onClose: () => void;
};

/** Every key of this page, and the switch that turns them off. */
export function AdjudicateKeys({ question, shortcuts, onShortcuts, finalFocus, onClose }: AdjudicateKeysProps) {
  const options = question.options.flatMap(({ key, label }) => (key ? [[key, label] as [string, string]] : []));
  const reasons = REASONS.map((reason, i): [string, string] => [String(i + 1), REASON_WORDS[reason].label]);

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="All keys" finalFocus={finalFocus}>
        <Checkbox
          label="Single keys are on"
          hint="Off: letters and digits do nothing on this page. Buttons work as ever. Kept in this browser."
          checked={shortcuts}
          onChange={(event) => onShortcuts(event.target.checked)}
        />
        <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <KeyList title="First the option" rows={options} />
          <KeyList title="Then the reason" rows={reasons} />
          <KeyList title="This page" rows={PAGE} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

function KeyList({ title, rows }: { title: string; rows: [key: string, does: string][] }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[2.4rem_minmax(0,1fr)] gap-y-1">
        {rows.map(([key, does]) => (
          <div key={`${key} ${does}`} className="contents">
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
