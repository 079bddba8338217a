import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { EndorseApp } from "@/components/endorse/endorse-app";
import { chooseLanguage, messagesOf } from "@/components/endorse/messages/catalogue";
import { linkMark, tokenOf } from "@/lib/endorsements/link-cookie";
import { readEndorsement } from "@/lib/endorsements/read-endorsement";
import { orNotFound } from "@/lib/http/page-context";

type EndorsePageProps = { searchParams: Promise<{ lang?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  const accepted = (await headers()).get("accept-language") ?? "";

  return { title: messagesOf(chooseLanguage(["en", "de"], null, accepted)).messages.pageTitle };
}

/** What the holder of the link in the cookie sees. Rendering stores nothing; who holds no link finds nothing. */
export default async function EndorsePage({ searchParams }: EndorsePageProps) {
  const sent = await headers();
  const { lang } = await searchParams;
  const token = tokenOf(sent.get("cookie"));
  // Who is signed in to the studio in this browser says nothing about who holds the link.
  const ctx = { actor: { kind: "anonymous" as const }, requestId: randomUUID() };
  const view = await orNotFound(readEndorsement(ctx, { token }));
  const chosen = typeof lang === "string" ? lang : view.language;
  const language = chooseLanguage(view.campaign.languages, chosen, sent.get("accept-language") ?? "");
  const { language: messagesLanguage, messages } = messagesOf(language);

  return (
    <main id="main" lang={messagesLanguage} className="mx-auto max-w-[37.5rem] px-5 pt-5">
      <EndorseApp
        initial={view}
        mark={linkMark(token)}
        language={language}
        messages={messages}
        messagesLanguage={messagesLanguage}
      />
    </main>
  );
}
