"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { useEndorse } from "./endorse-context";
import { FootBar } from "./foot-bar";
import { HeldNotices } from "./held-notices";
import { PublishedRows } from "./published-rows";
import { useAct } from "./use-act";
import { goTo } from "./use-screen";

/** "This is all that will be published": the rows of the file, and what stays private. */
export function ReviewStep({ back }: { back: string }) {
  const { view, engine, waiting, held, say } = useEndorse();
  const [submit, submitProblem, submitting] = useAct();
  const [publish, publishProblem, publishing] = useAct();
  const { answers, inspirations, publishIdentity } = view;
  const notes = answers.filter((answer) => answer.reason).length + inspirations.length;
  const maybe = answers.filter((answer) => answer.value === "maybe").length;
  const pending = waiting.length + held.length;
  /** What was tapped, until the server has it. */
  const [wish, setWish] = useState<boolean | null>(null);
  const arrived = pending === 0;
  // Read again once the last tap has arrived: the rows are the server's.
  useEffect(() => {
    if (arrived) void engine.refresh();
    else void engine.arrive();
  }, [engine, arrived]);

  function allow(publishIdentityNow: boolean) {
    const language = view.language ?? "";
    const texts = view.texts[language];
    setWish(publishIdentityNow);
    void publish("consent", {
      agree: true,
      identityConfirmed: true,
      publishIdentity: publishIdentityNow,
      language,
      consentHash: texts?.consent?.sha256 ?? "",
      informationHash: texts?.information?.sha256 ?? "",
    }).then(() => setWish(null));
  }

  return (
    <>
      <h1 tabIndex={-1} className="font-read text-3xl font-semibold tracking-[-0.01em] text-balance outline-none">
        {say("reviewTitle")}
      </h1>
      <HeldNotices />
      <PublishedRows />
      <div className="mt-5 grid gap-2 text-ink-2">
        {pending > 0 ? <p className="text-warn">{say("reviewPending", { n: pending })}</p> : null}
        {maybe > 0 ? <p>{say("reviewMaybe", { n: maybe })}</p> : null}
        {notes > 0 ? <p>{say("reviewPrivate", { n: notes })}</p> : null}
        <p>{say("unlabelled")}</p>
      </div>
      <div className="mt-5 border-t pt-4">
        <Checkbox
          name="publish"
          autoComplete="off"
          label={say("consentPublish")}
          hint={say("consentPublishHint")}
          checked={wish ?? publishIdentity}
          disabled={publishing}
          onChange={(event) => allow(event.target.checked)}
        />
        {publishProblem}
      </div>
      {submitProblem}
      <FootBar>
        <div className="flex gap-1">
          <Button variant="quiet" size="lg" className="px-2.5" onClick={() => goTo(back)}>
            {say("back")}
          </Button>
          <Button
            variant="primary"
            size="lg"
            pending={submitting}
            onClick={() => void submit("submit", { confirm: true }).then((done) => done && goTo("thanks"))}
          >
            {say("submit")}
          </Button>
        </div>
      </FootBar>
    </>
  );
}
