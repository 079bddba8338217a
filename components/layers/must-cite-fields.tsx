"use client";

import { useState } from "react";
import { Field, FieldSet } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import type { LayerChoices, LayerRule } from "@/lib/layers/wire";
import { Choices } from "./choices";
import { ItemRuleFields } from "./item-rule-fields";

type Props = { choices: LayerChoices; initial?: Extract<LayerRule, { kind: "must_cite" }> };

/** The three types of must-cite: two questions, each with a rule of its own, and a count. */
export function MustCiteFields({ choices, initial }: Props) {
  const ordinal = choices.questions.filter((question) => question.scale === "ordinal");
  const [first, setFirst] = useState(initial?.typeI.question ?? choices.questions[0]?.id ?? "");
  const [second, setSecond] = useState(initial?.typeII.question ?? ordinal[0]?.id ?? "");
  const one = choices.questions.find((question) => question.id === first);
  const two = ordinal.find((question) => question.id === second);
  const options = (one?.options ?? []).map((option) => ({ id: option.id, name: option.label }));

  return (
    <>
      <FieldSet legend="Type I" className="gap-5">
        <Field id="layer-one" label="Question of Type I">
          {(control) => (
            <Select
              {...control}
              name="typeI.question"
              value={first}
              onChange={(event) => setFirst(event.target.value)}
              className="max-w-96"
            >
              {choices.questions.map((question) => (
                <option key={question.id} value={question.id}>
                  {question.title}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Choices
          key={first}
          legend="Answers that make a Type I"
          name="typeI.accept"
          all={options}
          chosen={initial?.typeI.question === first ? initial.typeI.accept : options.slice(0, 1).map(({ id }) => id)}
        />
        <ItemRuleFields
          at="typeI.by"
          label="How its labels become one"
          question={one}
          choices={choices}
          initial={initial ? (initial.typeI.by ?? initial.by) : undefined}
        />
      </FieldSet>
      <FieldSet legend="Type II" className="gap-5">
        <Field id="layer-two" label="Question of Type II">
          {(control) => (
            <Select
              {...control}
              name="typeII.question"
              value={second}
              onChange={(event) => setSecond(event.target.value)}
              className="max-w-96"
            >
              {ordinal.map((question) => (
                <option key={question.id} value={question.id}>
                  {question.title}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field id="layer-two-least" label="At least">
          {(control) => (
            <Select
              {...control}
              key={second}
              name="typeII.atLeast"
              defaultValue={initial?.typeII.question === second ? initial.typeII.atLeast : two?.options.at(-2)?.id}
              className="max-w-96"
            >
              {(two?.options ?? []).map((option) => (
                <option key={option.id} value={option.id}>
                  {option.id} · {option.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <ItemRuleFields
          at="typeII.by"
          label="How its labels become one"
          question={two}
          choices={choices}
          initial={initial ? (initial.typeII.by ?? initial.by) : undefined}
        />
      </FieldSet>
      <FieldSet legend="Type III" className="gap-5">
        <Field id="layer-mentions" label="Least count N">
          {(control) => (
            <Input
              {...control}
              name="mentions"
              type="number"
              min={1}
              max={10000}
              defaultValue={initial?.mentions ?? 3}
              className="max-w-32"
            />
          )}
        </Field>
        <Field id="layer-count" label="What is counted">
          {(control) => (
            <Select {...control} name="count" defaultValue={initial?.count ?? "mentions"} className="max-w-96">
              <option value="mentions">mentions, as the item gives them</option>
              <option value="windows">distinct passages</option>
            </Select>
          )}
        </Field>
      </FieldSet>
    </>
  );
}
