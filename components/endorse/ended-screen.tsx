"use client";

import { Button } from "@/components/ui/button";
import { useEndorse } from "./endorse-context";
import type { MessageKey } from "./messages/catalogue";
import { goTo } from "./use-screen";

type Kind = "declined" | "withdrawn" | "not_me" | "no_papers";

const WORDS: Record<Kind, { title: MessageKey; text: MessageKey; again: MessageKey | null }> = {
  declined: { title: "declinedTitle", text: "declinedText", again: "declinedUndo" },
  withdrawn: { title: "withdrawnTitle", text: "withdrawnText", again: "answerAgain" },
  not_me: { title: "notMeTitle", text: "notMeText", again: "declinedUndo" },
  no_papers: { title: "noPapersTitle", text: "noPapersText", again: null },
};

/** Declined, withdrawn, or somebody else: said plainly, and the way back is there. */
export function EndedScreen({ kind }: { kind: Kind }) {
  const { view, say } = useEndorse();
  const { title, text, again } = WORDS[kind];

  return (
    <>
      <h1 tabIndex={-1} className="font-read text-3xl font-semibold tracking-[-0.01em] text-balance outline-none">
        {say(title)}
      </h1>
      <p className="mt-3 mb-6">{say(text)}</p>
      {again && !view.campaign.closed ? <Button onClick={() => goTo("again")}>{say(again)}</Button> : null}
    </>
  );
}
