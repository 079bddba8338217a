"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { useEndorse } from "./endorse-context";

const PAUSE_MS = 700;

/** Text that is saved in a pause of typing, when it is left, and when the page is put away. */
export function ReasonField({ label, hint, value, onSave }: ReasonProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const pending = useRef<{ text: string; save: (text: string) => void } | undefined>(undefined);
  useEffect(() => {
    const flush = () => {
      const { current } = pending;
      pending.current = undefined;
      current?.save(current.text);
    };
    const timer = pending.current && setTimeout(flush, PAUSE_MS);
    const hidden = () => document.hidden && flush();
    document.addEventListener("visibilitychange", hidden);

    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", hidden);
    };
  });
  useEffect(
    () => () => {
      const { current } = pending;
      pending.current = undefined;
      current?.save(current.text);
    },
    [],
  );

  return (
    <Field id={id} label={label} hint={hint}>
      {(control) => (
        <Textarea
          {...control}
          rows={3}
          maxLength={5000}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            pending.current = { text: event.target.value, save: onSave };
          }}
          onBlur={() => {
            const { current } = pending;
            pending.current = undefined;
            current?.save(current.text);
          }}
        />
      )}
    </Field>
  );
}

type ReasonProps = { label: string; hint?: string; value: string; onSave: (text: string) => void };

type SayWhyProps = { title: string; value: string | null; onSave: (text: string) => void };

/** "Say why": opens a private field, and stays open where there is a reason. */
export function SayWhy({ title, value, onSave }: SayWhyProps) {
  const { say } = useEndorse();
  const [open, setOpen] = useState(Boolean(value));
  if (!open) {
    return (
      <button
        type="button"
        className="ms-auto inline-flex min-h-11 items-center text-accent underline-offset-3 hover:underline"
        aria-label={say("sayWhyNamed", { title })}
        onClick={() => setOpen(true)}
      >
        {say("sayWhy")}
      </button>
    );
  }

  return (
    <div className="w-full">
      <ReasonField label={say("reason")} hint={say("reasonHint")} value={value ?? ""} onSave={onSave} />
    </div>
  );
}
