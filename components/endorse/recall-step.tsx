"use client";

import type { StepProps } from "./endorse-app";
import { useEndorse } from "./endorse-context";
import { FootBar } from "./foot-bar";
import { NamedWorks } from "./named-works";
import { Question } from "./question";
import { StepButtons } from "./step-buttons";
import { useWorkBox, WorkBox } from "./work-box";

/** Step 1: before any list is seen, what the author remembers. */
export function RecallStep({ step, back, next }: StepProps) {
  const { say } = useEndorse();
  const box = useWorkBox(step.paper.focalId);

  return (
    <>
      <Question />
      <h2 className="text-lg font-semibold">{say("recallTitle")}</h2>
      <p className="mb-4 text-ink-2">{say("recallHelp")}</p>
      <WorkBox box={box} label={say("recallLabel")} />
      <NamedWorks focalId={step.paper.focalId} />
      <FootBar focalId={step.paper.focalId}>
        <StepButtons back={back} next={next} before={box.addAsTyped} />
      </FootBar>
    </>
  );
}
