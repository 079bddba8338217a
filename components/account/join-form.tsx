"use client";

import { useState } from "react";
import { sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Field, FieldGroup } from "@/components/ui/field";
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
        <Field id="name" label="Name" hint="Seen by the study’s researchers. In results you are a random pseudonym.">
          {(control) => <Input {...control} name="name" autoComplete="name" maxLength={120} />}
        </Field>
        <Field id="email" label="E-mail">
          {(control) => <Input {...control} name="email" type="email" autoComplete="username" required />}
        </Field>
        <Field
          id="passphrase"
          label="Passphrase"
          hint="At least 12 characters: a short sentence is easiest to keep. If you have an account here, its passphrase."
        >
          {(control) => <Input {...control} name="passphrase" type="password" autoComplete="new-password" required />}
        </Field>
      </FieldGroup>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        Join
      </Button>
    </form>
  );
}
