"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ConsentForm } from "./consent-form";
import { useEndorse } from "./endorse-context";
import { PlainMarkdown } from "./plain-markdown";
import { papersOf } from "./steps";
import { Toggle } from "./toggle";
import { isPerson, useAct } from "./use-act";

/** Who is asked by whom and about what; then the information and the agreement. The first form stores nothing at all. */
export function StartScreen() {
  const { view, say, language, day } = useEndorse();
  const [confirmed, setConfirmed] = useState(false);
  const identity = useRef<HTMLHeadingElement>(null);
  const [act, problem, pending] = useAct();
  const { campaign } = view;
  const texts = view.texts[language];
  const papers = papersOf(view);

  return (
    <>
      <p className="text-sm text-ink-2">
        {campaign.sender ? `${say("asksYou", { sender: campaign.sender })} · ` : ""}
        {say("forStudy", { study: campaign.studyName })}
      </p>
      <h1 tabIndex={-1} className="mt-3 font-read text-3xl font-semibold tracking-[-0.01em] text-balance outline-none">
        {say("pageTitle")}
      </h1>

      <form
        data-slot="identity"
        className="mt-6 grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
        }}
      >
        <h2 ref={identity} tabIndex={-1} className="font-[550] outline-none">
          {say("identityTitle", { email: view.maskedEmail })}{" "}
          <span className="font-normal">{say("identityPapers", { n: papers.length })}</span>
        </h2>
        <ul className="grid gap-1.5 font-read text-xl leading-snug">
          {papers.map(({ focalId, title, year }) => (
            <li key={focalId}>
              {title}
              {year ? <span className="font-work text-sm text-ink-2"> · {year}</span> : null}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Toggle name={say("identityYes")} checked={confirmed} onChange={setConfirmed}>
            {say("identityYes")}
          </Toggle>
          <Button size="lg" pending={pending} onClick={(event) => void (isPerson(event) && act("not-me", {}))}>
            {say("identityNo")}
          </Button>
        </div>
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {confirmed ? say("identityConfirmed") : ""}
        </p>
      </form>

      <section className="mt-6 grid justify-items-start gap-1">
        <Button
          variant="link"
          pending={pending}
          className="min-h-11"
          onClick={(event) => void (isPerson(event) && act("decline", {}))}
        >
          {say("decline")}
        </Button>
        <p className="text-sm text-ink-2">{say("declineHint")}</p>
        {problem}
      </section>

      <section className="mt-9 grid gap-3 border-t pt-6">
        <h2 className="text-lg font-semibold">{say("informationTitle")}</h2>
        <div lang={language} className="grid max-w-[62ch] gap-3 font-read text-lg leading-relaxed">
          <PlainMarkdown text={texts?.information?.markdown ?? ""} />
        </div>
        {campaign.closesAt ? (
          <p className="text-sm text-ink-2">{say("untilDate", { date: day(campaign.closesAt) })}</p>
        ) : null}
      </section>
      <ConsentForm confirmed={confirmed} toIdentity={() => identity.current?.focus()} />
    </>
  );
}
