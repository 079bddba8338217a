"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useEndorse } from "./endorse-context";
import { PublishedRows } from "./published-rows";
import { papersOf, stepsOf, titleOfAnswer } from "./steps";
import { useAct } from "./use-act";
import { goTo } from "./use-screen";

/** What was recorded, and how to change or withdraw it. */
export function ThanksScreen() {
  const { view, say, day } = useEndorse();
  const { closed, closesAt } = view.campaign;
  const first = stepsOf(view)[0]?.id;

  return (
    <>
      <h1 tabIndex={-1} className="font-read text-3xl font-semibold tracking-[-0.01em] outline-none">
        {say("thanksTitle")}
      </h1>
      {view.submittedAt ? <p className="mt-2">{say("thanksText", { date: day(view.submittedAt) })}</p> : null}
      {closed ? <p className="mt-2">{say("thanksClosed")}</p> : null}
      <section className="mt-7">
        <h2 className="text-lg font-semibold">{say("thanksRecorded")}</h2>
        <Recorded />
        <h2 className="mt-7 text-lg font-semibold">{say("reviewTitle")}</h2>
        <PublishedRows />
      </section>
      <section className="mt-9 grid justify-items-start gap-3 border-t pt-6">
        <h2 className="text-lg font-semibold">{say("changeTitle")}</h2>
        {closed ? null : (
          <>
            <p className="text-ink-2">
              {closesAt ? `${say("untilDate", { date: day(closesAt) })} ` : ""}
              {say("thanksAgain")}
            </p>
            {first ? (
              <Button variant="primary" size="lg" onClick={() => goTo(first)}>
                {say("thanksChange")}
              </Button>
            ) : null}
          </>
        )}
        <Withdraw />
      </section>
    </>
  );
}

function Recorded() {
  const { view, say } = useEndorse();

  return papersOf(view).map((paper) => {
    const answers = view.answers.filter((answer) => answer.focalId === paper.focalId);
    const others = view.inspirations.filter((one) => one.focalId === paper.focalId);

    return (
      <div key={paper.focalId} data-slot="recorded" className="mt-3">
        <h3 className="font-read text-xl leading-snug">{paper.title}</h3>
        {answers.length + others.length === 0 ? <p className="text-ink-2">{say("recallNone")}</p> : null}
        <ul>
          {answers.map((answer) => (
            <li key={answer.workId} className="border-b py-2.5">
              {titleOfAnswer(view, answer)}
              <span className="block text-sm text-ink-2">
                {say(answer.value === "yes" ? "valueYes" : "valueMaybe")} · {say(answer.source)}
                {answer.reason ? ` · ${say("thanksPrivate")}: ${answer.reason}` : ""}
              </span>
            </li>
          ))}
          {others.map((one) => (
            <li key={one.inspirationId} className="border-b py-2.5">
              {say(`kind_${one.kind}`)}
              <span className="block text-sm text-ink-2">
                {say("thanksPrivate")}
                {one.text ? `: ${one.text}` : ""}
              </span>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function Withdraw() {
  const { say } = useEndorse();
  const [sure, setSure] = useState(false);
  const [act, problem, pending] = useAct();
  if (!sure) return <Button onClick={() => setSure(true)}>{say("withdraw")}</Button>;

  return (
    <div className="grid justify-items-start gap-2 border-s-2 border-bad ps-3.5">
      <p>{say("withdrawSure")}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="danger" pending={pending} onClick={() => void act("withdraw", {})}>
          {say("withdrawYes")}
        </Button>
        <Button variant="quiet" onClick={() => setSure(false)}>
          {say("cancel")}
        </Button>
      </div>
      {problem}
    </div>
  );
}
