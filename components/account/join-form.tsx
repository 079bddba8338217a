"use client";

import { useState } from "react";
import { sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldGroup, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

type Joined = { userId: string; studySlug: string | null };

export function JoinForm({ token, rater }: { token: string; rater: boolean }) {
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function submit(form: FormData) {
    setPending(true);
    const email = String(form.get("email"));
    const name = String(form.get("name")).trim();
    const outcome = await sendJson<Joined>("POST", "/api/v1/join", {
      token,
      email,
      passphrase: String(form.get("passphrase")),
      ...(name ? { name } : {}),
    });
    setPending(false);
    if (!outcome.ok) return setError(outcome.problem.title);
    const slug = outcome.value.studySlug;
    const next = slug ? (rater ? `/label/${slug}` : `/studies/${slug}`) : "/studies";
    window.location.assign(`/sign-in?next=${encodeURIComponent(next)}`);
  }

  return (
    <form
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <FieldGroup>
        <Field>
          <FieldLabel htmlFor="name">Name</FieldLabel>
          <Input id="name" name="name" autoComplete="name" maxLength={120} />
          <FieldDescription>Seen by the study’s researchers. In results you are a random pseudonym.</FieldDescription>
        </Field>
        <Field>
          <FieldLabel htmlFor="email">E-mail</FieldLabel>
          <Input id="email" name="email" type="email" autoComplete="username" required />
        </Field>
        <Field>
          <FieldLabel htmlFor="passphrase">Passphrase</FieldLabel>
          <Input id="passphrase" name="passphrase" type="password" autoComplete="new-password" required />
          <FieldDescription>
            At least 12 characters: a short sentence is easiest to keep. If you have an account here, its passphrase.
          </FieldDescription>
        </Field>
      </FieldGroup>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        Join
      </Button>
    </form>
  );
}
