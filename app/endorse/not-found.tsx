import { headers } from "next/headers";
import { CATALOGUE, chooseLanguage, messagesOf } from "@/components/endorse/messages/catalogue";

/** One page for wrong, expired and revoked links, and for none. */
export default async function LinkGone() {
  const accepted = (await headers()).get("accept-language") ?? "";
  const { language, messages } = messagesOf(chooseLanguage(Object.keys(CATALOGUE), null, accepted));

  return (
    <main id="main" lang={language} className="mx-auto max-w-[37.5rem] px-5 pt-10">
      <h1 className="font-read text-3xl font-semibold tracking-[-0.01em] text-balance">{messages.goneTitle}</h1>
      <p className="mt-3">{messages.goneText}</p>
    </main>
  );
}
