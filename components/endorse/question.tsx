"use client";

import { useEndorse } from "./endorse-context";
import { PlainMarkdown } from "./plain-markdown";

/** What the campaign asks, in its own words. */
export function Question() {
  const { view, language } = useEndorse();
  const texts = view.texts[language];

  return (
    <div lang={language} className="mb-5 grid gap-2">
      <div className="font-read text-xl leading-normal">
        <PlainMarkdown text={texts?.question?.markdown ?? ""} />
      </div>
      {texts?.help ? (
        <div className="grid gap-2 text-sm text-ink-2">
          <PlainMarkdown text={texts.help.markdown} />
        </div>
      ) : null}
    </div>
  );
}
