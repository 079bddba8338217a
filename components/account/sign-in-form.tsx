"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

const WRONG =
  "No account has this address and passphrase. Check both; after five tries you have to wait a quarter of an hour.";

async function signIn(email: string, passphrase: string): Promise<string | null> {
  const token: unknown = await fetch("/api/auth/csrf").then((answer) => answer.json());
  const csrfToken = typeof token === "object" && token && "csrfToken" in token ? String(token.csrfToken) : "";
  const response = await fetch("/api/auth/callback/credentials", {
    method: "POST",
    body: new URLSearchParams({ csrfToken, email, passphrase, json: "true" }),
  });
  if (response.status === 429) {
    const problem: unknown = await response.json();

    return typeof problem === "object" && problem && "title" in problem ? String(problem.title) : WRONG;
  }

  return response.ok ? null : WRONG;
}

export function SignInForm({ next, email: known = "" }: { next: string; email?: string }) {
  const [error, setError] = useState<string | null>(null);
  const [pending, setPending] = useState(false);

  async function submit(form: FormData) {
    setPending(true);
    const failed = await signIn(String(form.get("email")), String(form.get("passphrase"))).catch(
      () => "The server could not be reached. Please try again.",
    );
    setPending(false);
    setError(failed);
    if (!failed) window.location.assign(next);
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
        <Field id="email" label="E-mail">
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" required defaultValue={known} />
          )}
        </Field>
        <Field id="passphrase" label="Passphrase">
          {(control) => (
            <Input {...control} name="passphrase" type="password" autoComplete="current-password" required />
          )}
        </Field>
      </FieldGroup>
      {error ? <Notice tone="bad">{error}</Notice> : null}
      <Button type="submit" variant="primary" size="lg" pending={pending}>
        Sign in
      </Button>
    </form>
  );
}
