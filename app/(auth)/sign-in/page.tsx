import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInForm } from "@/components/account/sign-in-form";
import { PlainShell } from "@/components/shell/plain-shell";
import { pageContext } from "@/lib/http/page-context";
import { safeNext } from "@/lib/http/safe-next";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const next = safeNext((await searchParams).next);
  const ctx = await pageContext();
  if (ctx.actor.kind === "user") redirect(next);

  return (
    <PlainShell width="form">
      <h1 className="mb-8 font-read text-3xl font-semibold">Sign in</h1>
      <SignInForm next={next} />
      <p className="mt-8 text-ink-2">
        No account yet? Whoever runs the study sends a join link. There is no other way in.
      </p>
    </PlainShell>
  );
}
