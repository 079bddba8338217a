import type { Metadata } from "next";
import { headers } from "next/headers";
import { JoinForm } from "@/components/account/join-form";
import { PlainShell } from "@/components/shell/plain-shell";
import { readJoinLink } from "@/lib/accounts/read-join-link";
import { orNotFound, pageContext } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "Join" };

const AS = { researcher: "a researcher", adjudicator: "an adjudicator", rater: "a rater", auditor: "an auditor" };

export default async function JoinPage({ params }: PageProps<"/join/[token]">) {
  const { token } = await params;
  const machine = (await headers()).get("x-assay-client") ?? "local";
  const link = await orNotFound(readJoinLink(await pageContext(), { token }, machine));
  const title = link.administrator ? "Become this studio’s administrator" : `Join “${link.studyName}”`;

  return (
    <PlainShell width="form">
      <h1 className="font-read text-3xl font-semibold text-balance">{title}</h1>
      <p className="mt-3 mb-8 text-ink-2">
        {link.role
          ? `You join as ${AS[link.role]}. Opening this page changed nothing; the button does.`
          : "Administrators create studies and manage accounts. This link works once."}
      </p>
      <JoinForm token={token} rater={link.role === "rater"} />
    </PlainShell>
  );
}
