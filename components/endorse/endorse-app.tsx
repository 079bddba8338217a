"use client";

import { EndedScreen } from "./ended-screen";
import { type EndorseProps, EndorseProvider, useEndorse } from "./endorse-context";
import { HeldNotices } from "./held-notices";
import { ListStep } from "./list-step";
import { OtherStep } from "./other-step";
import { PageFoot } from "./page-foot";
import { PaperHead } from "./paper-head";
import { RecallStep } from "./recall-step";
import { ReviewStep } from "./review-step";
import { StartScreen } from "./start-screen";
import { papersOf, type Step, stepsOf } from "./steps";
import { ThanksScreen } from "./thanks-screen";
import { useFreshScreen, useScreen } from "./use-screen";

export function EndorseApp(props: EndorseProps) {
  return (
    <EndorseProvider {...props}>
      <Screen />
      <PageFoot />
    </EndorseProvider>
  );
}

function Screen() {
  const { view } = useEndorse();
  const screen = useScreen();
  useFreshScreen(`${view.stage} ${screen}`);
  const steps = stepsOf(view);
  if (papersOf(view).length === 0) return <EndedScreen kind="no_papers" />;
  if (view.campaign.closed) return view.stage === "withdrawn" ? <EndedScreen kind="withdrawn" /> : <ThanksScreen />;
  if (view.stage === "consent" || (screen === "again" && isOver(view.stage))) return <StartScreen />;
  if (view.stage === "declined" || view.stage === "withdrawn" || view.stage === "not_me") {
    return <EndedScreen kind={view.stage} />;
  }
  if (screen === "review") return <ReviewStep back={steps.at(-1)?.id ?? ""} />;
  const step = steps.find(({ id }) => id === screen);
  if (view.stage === "submitted" && !step) return <ThanksScreen />;
  const shown = step ?? steps[0];
  if (!shown) return <ReviewStep back="" />;
  const at = steps.indexOf(shown);

  return <StepScreen key={shown.id} step={shown} back={steps[at - 1]?.id} next={steps[at + 1]?.id ?? "review"} />;
}

function isOver(stage: string): boolean {
  return stage === "declined" || stage === "withdrawn" || stage === "not_me";
}

export type StepProps = { step: Step; back: string | undefined; next: string };

function StepScreen(props: StepProps) {
  const { kind } = props.step;

  return (
    <>
      <PaperHead step={props.step} />
      <HeldNotices />
      {kind === "recall" ? <RecallStep {...props} /> : null}
      {kind === "list" ? <ListStep {...props} /> : null}
      {kind === "other" ? <OtherStep {...props} /> : null}
    </>
  );
}
