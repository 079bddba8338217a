"use client";

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";

type NoteFormProps = {
  id: string;
  label: string;
  hint?: string;
  action: string;
  /** Text begun before, to go on with. */
  initial?: string;
  /** An empty text may be saved too: it takes the text away. */
  mayBeEmpty?: boolean;
  onDraft?: (text: string) => void;
  onSave: (text: string) => void;
  onCancel: () => void;
};

/** A short text: Enter saves, Shift and Enter starts a line, Escape leaves. */
export function NoteForm(props: NoteFormProps) {
  const { id, label, hint, action, initial = "", mayBeEmpty = false, onDraft, onSave, onCancel } = props;
  const [text, setText] = useState(initial);
  const [error, setError] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => field.current?.focus(), []);

  function save() {
    if (text.trim() === "" && !mayBeEmpty) setError("Write a few words first.");
    else onSave(text.trim());
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) save();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    }
  }

  return (
    <form
      data-slot="note-form"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field id={id} label={label} hint={hint} error={error}>
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            rows={3}
            value={text}
            maxLength={10_000}
            dir="auto"
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setText(event.target.value);
              setError("");
              onDraft?.(event.target.value);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          {action}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
