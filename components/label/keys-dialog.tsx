"use client";

import { Checkbox } from "@/components/ui/choice";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { type Command, keymapFor } from "@/lib/codebooks/keymap";
import type { Codebook } from "@/lib/codebooks/schema";

const COMMANDS: Record<Command, string> = {
  undo: "Take the last answer back (the last ten)",
  skip: "Skip this item, with a reason",
  flag: "Flag this item, or take the flag off",
  comment: "Comment on this item",
  guideline: "Open or close the guideline",
  distinctions: "Then two option keys: what tells them apart",
  nextContext: "Next passage",
  previousContext: "Previous passage",
  help: "This list",
  nextItem: "Next item",
  previousItem: "Previous item",
};

const NAMES: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→" };

type KeysDialogProps = {
  codebook: Codebook;
  shortcuts: boolean;
  onShortcuts: (on: boolean) => void;
  finalFocus: () => HTMLElement | null;
  onClose: () => void;
};

/** Every key of this page, and the switch that turns them off. */
export function KeysDialog({ codebook, shortcuts, onShortcuts, finalFocus, onClose }: KeysDialogProps) {
  const rows = codebook.questions.flatMap((question) =>
    question.options.map((option) => ({ id: `${question.id} ${option.id}`, key: option.key, does: option.label })),
  );
  const marks = codebook.marks.map((mark) => ({ id: mark.id, key: mark.key, does: mark.label }));
  const commands = [...keymapFor(codebook, [])].flatMap(([key, action]) =>
    action.kind === "command" ? [{ id: key, key: NAMES[key] ?? key, does: COMMANDS[action.command] }] : [],
  );

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
          <KeyTable title="Answers" rows={[...rows, ...marks]} />
          <KeyTable title="This page" rows={commands} />
        </div>
      </DialogContent>
    </Dialog>
  );
}

function KeyTable({ title, rows }: { title: string; rows: { id: string; key: string | undefined; does: string }[] }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[2rem_minmax(0,1fr)] gap-y-1">
        {rows.map(({ id, key, does }) =>
          key === undefined ? null : (
            <div key={id} className="contents">
              <dt>
                <Kbd>{key}</Kbd>
              </dt>
              <dd className="text-ink-2">{does}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}
