"use client";

import { uuid7 } from "@/components/label/uuid7";
import type { StepProps } from "./endorse-app";
import { useEndorse } from "./endorse-context";
import { FootBar } from "./foot-bar";
import { ReasonField } from "./reason-field";
import { StepButtons } from "./step-buttons";
import { Toggle } from "./toggle";

const KINDS = ["talk", "conversation", "failed_experiment", "need", "other"] as const;

/** Something that was not a paper: private, only counted. */
export function OtherStep({ step, back, next }: StepProps) {
  const { view, engine, say } = useEndorse();
  const { focalId } = step.paper;

  return (
    <>
      <h2 className="font-read text-2xl font-semibold">{say("otherTitle")}</h2>
      <p className="mt-1 mb-5 text-ink-2">{say("otherHelp")}</p>
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-[550]">{say("otherKind")}</legend>
        {KINDS.map((kind) => {
          const there = view.inspirations.find((one) => one.focalId === focalId && one.kind === kind);
          const give = (on: boolean, text?: string) =>
            void engine.make({
              path: "inspirations",
              body: {
                inspirationId: there?.inspirationId ?? uuid7(),
                focalId,
                kind: on ? kind : null,
                ...(text !== undefined && { text }),
              },
            });

          return (
            <div key={kind} className="grid justify-items-start gap-2">
              <Toggle name={say(`kind_${kind}`)} checked={there !== undefined} onChange={(on) => give(on)}>
                {say(`kind_${kind}`)}
              </Toggle>
              {there ? (
                <div className="w-full">
                  <ReasonField label={say("otherText")} value={there.text ?? ""} onSave={(text) => give(true, text)} />
                </div>
              ) : null}
            </div>
          );
        })}
      </fieldset>
      <FootBar focalId={focalId}>
        <StepButtons back={back} next={next} />
      </FootBar>
    </>
  );
}
