"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";

/** Who is signed in, and the way out. The session's row ends with it, not only this browser's cookie. */
export function AccountMenu({ name }: { name: string }) {
  const [pending, setPending] = useState(false);

  async function signOut() {
    setPending(true);
    const token: unknown = await fetch("/api/auth/csrf").then((answer) => answer.json());
    const csrfToken = typeof token === "object" && token && "csrfToken" in token ? String(token.csrfToken) : "";
    await fetch("/api/auth/signout", { method: "POST", body: new URLSearchParams({ csrfToken, json: "true" }) });
    // The label page keeps a copy of itself for reloads without network; it must not outlive the session.
    await globalThis.caches?.delete("assay-label-1").catch(() => false);
    window.location.assign("/sign-in");
  }

  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <span>{name}</span>
      <Button variant="link" size="sm" pending={pending} onClick={() => void signOut()}>
        Sign out
      </Button>
    </span>
  );
}
