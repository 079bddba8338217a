"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import type { Codebook } from "@/lib/codebooks/schema";
import { isPlainPress } from "./key-event";
import { NoteForm } from "./note-form";

type SkipDialogProps = {
  codebook: Codebook;
  finalFocus: () => HTMLElement | null;
  onSkip: (reason: string, note?: string) => void;
  onClose: () => void;
};

/** Why this item cannot be answered: one digit, or a few words of one's own. */
export function SkipDialog({ codebook, finalFocus, onSkip, onClose }: SkipDialogProps) {
  const [other, setOther] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const reasons = codebook.skipReasons;

  function onKeyDown(event: KeyboardEvent) {
    if (other || !isPlainPress(event.nativeEvent)) return;
    const n = Number(/^[1-9]$/.exec(event.key)?.[0] ?? /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]);
    const reason = reasons[n - 1];
    if (reason) onSkip(reason.id);
    else if (n === reasons.length + 1) setOther(true);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Skip this item"
        description="The reason is kept with the item. Another rater may get it in your place."
        initialFocus={first}
        finalFocus={finalFocus}
        onKeyDown={onKeyDown}
      >
        {other ? (
          <NoteForm
            id="skip-note"
            label="Why is it skipped?"
            action="Skip"
            onSave={(note) => onSkip("other", note)}
            onCancel={() => setOther(false)}
          />
        ) : (
          <ol className="grid gap-1">
            {[...reasons.map((reason) => reason.label), "Another reason, in words"].map((label, i) => (
              <li key={label}>
                <Button
                  ref={i === 0 ? first : undefined}
                  variant="quiet"
                  className="w-full justify-start text-start text-ink"
                  onClick={() => {
                    const reason = reasons[i];
                    if (reason) onSkip(reason.id);
                    else setOther(true);
                  }}
                >
                  <Kbd>{i + 1}</Kbd> {label}
                </Button>
              </li>
            ))}
          </ol>
        )}
      </DialogContent>
    </Dialog>
  );
}
