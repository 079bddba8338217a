"use client";

import { Button } from "@/components/ui/button";
import { linkVariants } from "@/components/ui/text";
import { call } from "./endorse-api";
import { useEndorse } from "./endorse-context";
import { languageName } from "./messages/language-name";
import { PlainMarkdown } from "./plain-markdown";

/** Whom to ask, in which language, and how to leave a borrowed device. */
export function PageFoot() {
  const { view, mark, say, language } = useEndorse();
  const { contact, languages } = view.campaign;
  const forget = async () => {
    const reply = await call(mark, "POST", "leave", {});
    if (reply.kind === "answer") window.location.replace("/endorse");
  };

  return (
    <footer className="mt-12 grid gap-4 border-t pt-5 text-sm text-ink-2">
      {contact ? (
        <div className="grid gap-1">
          <h2 className="font-[550] text-ink">{say("contactTitle")}</h2>
          <PlainMarkdown text={contact} />
        </div>
      ) : null}
      {languages.length > 1 ? (
        <nav aria-label={say("languageLabel")} className="flex flex-wrap gap-x-4">
          {languages.map((each) => (
            <a
              key={each}
              href={`/endorse?lang=${each}`}
              lang={each}
              aria-current={each === language ? "true" : undefined}
              className={linkVariants({ alone: true })}
            >
              {languageName(each)}
            </a>
          ))}
        </nav>
      ) : null}
      <div>
        <Button variant="link" size="sm" className="min-h-11" onClick={() => void forget()}>
          {say("leave")}
        </Button>
        <p>{say("leaveHint")}</p>
      </div>
    </footer>
  );
}
