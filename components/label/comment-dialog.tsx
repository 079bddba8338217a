"use client";

import { useEffect, useState } from "react";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { NoteForm } from "./note-form";

type CommentDialogProps = {
  comment: string;
  readDraft: () => Promise<string | undefined>;
  saveDraft: (text: string) => void;
  finalFocus: () => HTMLElement | null;
  onSave: (text: string) => void;
  onClose: () => void;
};

/** A comment on the item. What is begun stays in this browser until it is saved. */
export function CommentDialog({ comment, readDraft, saveDraft, finalFocus, onSave, onClose }: CommentDialogProps) {
  const [initial, setInitial] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is read once, when the dialog opens.
  useEffect(() => {
    void readDraft()
      .catch(() => undefined)
      .then((draft) => setInitial(draft ?? comment));
  }, []);

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Comment"
        description="For the researchers of this study. Other raters do not see it."
        finalFocus={finalFocus}
      >
        {initial === null ? null : (
          <NoteForm
            id="comment"
            label="What should they know about this item?"
            hint="Enter saves, Shift and Enter starts a new line."
            action="Save the comment"
            initial={initial}
            mayBeEmpty={comment !== ""}
            onDraft={saveDraft}
            onSave={(text) => {
              saveDraft("");
              onSave(text);
            }}
            onCancel={onClose}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
