"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { useEndorse } from "./endorse-context";
import { PlainMarkdown } from "./plain-markdown";
import { isPerson, Problem, useAct } from "./use-act";
import { goTo } from "./use-screen";

type ConsentProps = { confirmed: boolean; toIdentity: () => void };

/** Never ticked beforehand. The hashes say which texts were read. */
export function ConsentForm({ confirmed, toIdentity }: ConsentProps) {
  const { view, say, language } = useEndorse();
  const [act, problem, pending] = useAct();
  const [missing, setMissing] = useState<"identity" | "agree" | null>(null);
  const agree = useRef<HTMLInputElement>(null);
  const publish = useRef<HTMLInputElement>(null);
  const texts = view.texts[language];

  async function begin() {
    if (!confirmed) {
      setMissing("identity");
      toIdentity();
      return;
    }
    if (!agree.current?.checked) {
      setMissing("agree");
      agree.current?.focus();
      return;
    }
    setMissing(null);
    const done = await act("consent", {
      agree: true,
      identityConfirmed: true,
      publishIdentity: publish.current?.checked ?? false,
      language,
      consentHash: texts?.consent?.sha256 ?? "",
      informationHash: texts?.information?.sha256 ?? "",
    });
    if (done) goTo("");
  }

  return (
    <form data-slot="consent" noValidate className="mt-8 grid gap-3" onSubmit={(event) => event.preventDefault()}>
      <h2 className="text-lg font-semibold">{say("consentTitle")}</h2>
      {view.answers.length > 0 && view.stage === "consent" ? (
        <p className="border-s-2 border-accent ps-3.5">{say("consentAgain")}</p>
      ) : null}
      <div lang={language} className="grid max-w-[62ch] gap-3 font-read text-lg leading-relaxed">
        <PlainMarkdown text={texts?.consent?.markdown ?? ""} />
      </div>
      <Checkbox
        ref={agree}
        name="agree"
        autoComplete="off"
        required
        label={say("consentAgree")}
        aria-invalid={missing === "agree" || undefined}
      />
      <Checkbox
        ref={publish}
        name="publish"
        autoComplete="off"
        label={say("consentPublish")}
        hint={say("consentPublishHint")}
      />
      {missing ? <Problem>{say(missing === "agree" ? "consentMissing" : "identityMissing")}</Problem> : null}
      {problem}
      {/* Not a submit button: before the page's script is there it must not load the page anew and lose the ticks. */}
      <Button
        variant="primary"
        size="lg"
        pending={pending}
        className="justify-self-start"
        onClick={(event) => void (isPerson(event) && begin())}
      >
        {say("consentButton")}
      </Button>
    </form>
  );
}
