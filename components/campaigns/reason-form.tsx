"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

const ABOUT = {
  self_cite: { label: "Why is it flagged as a self-citation?", initial: "An author of the paper wrote it." },
  review_paper: { label: "Why is it flagged as a review paper’s?", initial: "The focal paper is a review." },
  exclude: { label: "Why is it excluded?", initial: "" },
};

type Props = {
  asking: keyof typeof ABOUT;
  busy: boolean;
  onSave: (reason: string) => void;
  onCancel: () => void;
};

/** The reason, which takes the focus; Enter saves, Escape goes back. */
export function ReasonForm({ asking, busy, onSave, onCancel }: Props) {
  const { label, initial } = ABOUT[asking];
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const input = form.current?.querySelector("input");
    input?.focus();
    input?.select();
  }, []);

  return (
    <form
      ref={form}
      className="grid gap-3 border-s-2 border-accent ps-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(String(new FormData(event.currentTarget).get("reason") ?? "").trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onCancel();
      }}
    >
      <Field id="review-reason" label={label} hint="Kept with the decision, never exported." required>
        {(control) => <Input {...control} name="reason" required maxLength={2000} defaultValue={initial} />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={busy}>
          Save
        </Button>
        <Button onClick={onCancel}>Back</Button>
      </div>
    </form>
  );
}
