"use client";

import type { Codebook } from "@/lib/codebooks/schema";
import type { ServedSlot } from "@/lib/labels/wire";
import { CommentDialog } from "./comment-dialog";
import { GuidelineSheet } from "./guideline-sheet";
import { KeysDialog } from "./keys-dialog";
import type { LabelEngine } from "./label-engine";
import { SkipDialog } from "./skip-dialog";
import type { Answering } from "./use-answering";

type LabelDialogsProps = {
  engine: LabelEngine;
  slot: ServedSlot;
  codebook: Codebook;
  answering: Answering;
  shortcuts: boolean;
  onShortcuts: (on: boolean) => void;
  finalFocus: () => HTMLElement | null;
};

/** The one dialog that is open, if any. */
export function LabelDialogs(props: LabelDialogsProps) {
  const { engine, slot, codebook, answering, shortcuts, onShortcuts, finalFocus } = props;
  const close = () => answering.setPanel(null);
  if (answering.panel === "skip") {
    return (
      <SkipDialog
        codebook={codebook}
        finalFocus={finalFocus}
        onClose={close}
        onSkip={(value, note) => {
          close();
          void engine.answer(slot.slotId, { question: "_skip", value, ...(note ? { note } : {}) });
        }}
      />
    );
  }
  if (answering.panel === "comment") {
    return (
      <CommentDialog
        comment={slot.answers._comment?.value ?? ""}
        readDraft={() => engine.draft(slot.slotId, "comment")}
        saveDraft={(text) => engine.saveDraft(slot.slotId, "comment", text)}
        finalFocus={finalFocus}
        onClose={close}
        onSave={(text) => {
          close();
          void engine.answer(slot.slotId, { question: "_comment", value: text === "" ? null : text });
        }}
      />
    );
  }
  if (answering.panel === "guideline") {
    return (
      <GuidelineSheet codebook={codebook} version={slot.codebookVersion} finalFocus={finalFocus} onClose={close} />
    );
  }
  if (answering.panel === "keys") {
    return (
      <KeysDialog
        codebook={codebook}
        shortcuts={shortcuts}
        onShortcuts={onShortcuts}
        finalFocus={finalFocus}
        onClose={close}
      />
    );
  }

  return null;
}
