"use client";

import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import type { StepProps } from "./endorse-app";
import { useEndorse } from "./endorse-context";
import { FootBar } from "./foot-bar";
import { findReferences, type Grouping, groupReferences } from "./group-references";
import { Question } from "./question";
import { ReferenceRow } from "./reference-row";
import { StepButtons } from "./step-buttons";
import { useWorkBox, WorkBox } from "./work-box";

/** Step 2: the paper's own references, in this person's own order, one tap each. */
export function ListStep({ step, back, next }: StepProps) {
  const { view, engine, say } = useEndorse();
  const { focalId, references, listShown } = step.paper;
  const [text, setText] = useState("");
  const [by, setBy] = useState<Grouping>("shuffled");
  const [outside, setOutside] = useState(false);
  const box = useWorkBox(focalId);
  const id = useId();
  useEffect(() => {
    if (!listShown) void engine.make({ path: "list-shown", body: { focalId } });
  }, [engine, listShown, focalId]);
  const found = findReferences(references, text);
  const groups = groupReferences(found, by);
  const none = say(by === "section" ? "listNoSection" : "listNoYear");

  return (
    <>
      <Question />
      <h2 className="sr-only">{say("listTitle")}</h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <Input
          type="search"
          className="min-h-12 text-lg"
          aria-label={say("listFind", { n: references.length })}
          placeholder={say("listFind", { n: references.length })}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Field id={id} label={say("listGroup")} className="grid-cols-[auto_minmax(0,1fr)] items-center gap-3">
          {(control) => (
            <Select {...control} value={by} onChange={(event) => setBy(event.target.value as Grouping)}>
              <option value="shuffled">{say("listShuffled")}</option>
              <option value="section">{say("listBySection")}</option>
              <option value="year">{say("listByYear")}</option>
            </Select>
          )}
        </Field>
      </div>
      <p role="status" className="sr-only">
        {text === "" ? "" : say("listFound", { n: found.length })}
      </p>
      {found.length === 0 ? <p className="mt-4 text-ink-2">{say("listNothing")}</p> : null}
      {groups.map((group) => (
        <section key={group.name ?? ""} className="mt-3">
          {by === "shuffled" ? null : <h3 className="mt-4 font-[550] text-ink-2">{group.name ?? none}</h3>}
          <ul>
            {group.references.map((reference) => (
              <ReferenceRow
                key={reference.n}
                focalId={focalId}
                reference={reference}
                answer={view.answers.find((one) => one.focalId === focalId && one.n === reference.n)}
              />
            ))}
          </ul>
        </section>
      ))}
      {outside ? (
        <div className="mt-6">
          <WorkBox box={box} label={say("listOutside")} />
        </div>
      ) : (
        <Button variant="link" className="mt-4 min-h-11" onClick={() => setOutside(true)}>
          {say("listOutside")}
        </Button>
      )}
      <p className="mt-4 text-sm text-ink-2">{say("unlabelled")}</p>
      <FootBar focalId={focalId}>
        <StepButtons back={back} next={next} before={box.addAsTyped} />
      </FootBar>
    </>
  );
}
