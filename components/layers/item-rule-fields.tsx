"use client";

import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import type { ItemRule, LayerChoices } from "@/lib/layers/wire";
import { Choices } from "./choices";
import { PlainRuleFields } from "./plain-rule-fields";
import { hintOf, INNER_KINDS, RULE_KINDS, type RuleKind } from "./rule-kinds";

type Question = LayerChoices["questions"][number];
type Props = {
  at: string;
  label: string;
  question: Question | undefined;
  choices: LayerChoices;
  initial?: ItemRule;
  /** Only rules that may stand within another. */
  inner?: boolean;
};

/** Which rule makes one label of many, and what that rule wants to know. */
export function ItemRuleFields({ at, label, question, choices, initial, inner = false }: Props) {
  const [chosen, setChosen] = useState<RuleKind>(initial?.kind ?? "majority");
  const ordinal = question?.scale === "ordinal";
  const offered = RULE_KINDS.map(({ group, kinds }) => ({
    group,
    kinds: kinds.filter(
      (entry) =>
        (!inner || INNER_KINDS.includes(entry.kind)) &&
        (ordinal || !entry.ordinal) &&
        (choices.judges.length > 0 || !entry.needs),
    ),
  })).filter(({ kinds }) => kinds.length > 0);
  const kind = offered.some(({ kinds }) => kinds.some((entry) => entry.kind === chosen)) ? chosen : "majority";
  const id = at.replaceAll(".", "-");

  return (
    <div className="grid gap-5">
      <Field id={`${id}-kind`} label={label} hint={hintOf(kind)}>
        {(control) => (
          <Select
            {...control}
            name={`${at}.kind`}
            value={kind}
            onChange={(event) => setChosen(event.target.value as RuleKind)}
            className="max-w-96"
          >
            {offered.map(({ group, kinds }) => (
              <optgroup key={group} label={group}>
                {kinds.map((entry) => (
                  <option key={entry.kind} value={entry.kind}>
                    {entry.label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <PlainRuleFields at={at} kind={kind} ordinal={ordinal} judges={choices.judges} initial={initial} />
      <Whose at={at} id={id} kind={kind} choices={choices} initial={initial} />
      {["hard", "soft", "silver", "virtual_judge"].includes(kind) ? (
        <Acceptance at={at} id={id} kind={kind} question={question} initial={initial} />
      ) : null}
      {kind === "virtual_judge" ? <Combine at={at} id={id} judges={choices.judges} initial={initial} /> : null}
      {kind === "adjudicated_first" ? (
        <ItemRuleFields
          at={`${at}.otherwise`}
          label="Where nothing was adjudicated"
          question={question}
          choices={choices}
          initial={initial?.kind === kind ? initial.otherwise : undefined}
          inner
        />
      ) : null}
      {kind === "judge_corrected" ? (
        <ItemRuleFields
          at={`${at}.people`}
          label="How people’s labels become one"
          question={question}
          choices={choices}
          initial={initial?.kind === kind ? initial.people : undefined}
          inner
        />
      ) : null}
    </div>
  );
}

type Part = { at: string; id: string; kind: RuleKind; initial?: ItemRule };

/** The rater, the judge, or several of them. */
function Whose({ at, id, kind, choices, initial }: Part & { choices: LayerChoices }) {
  if (kind === "rater" || kind === "judge" || kind === "judge_corrected") {
    const field = kind === "rater" ? "rater" : "judge";
    const all = kind === "rater" ? choices.raters : choices.judges;
    const given =
      initial && "raterId" in initial ? initial.raterId : initial && "judgeId" in initial ? initial.judgeId : "";
    return (
      <Field id={`${id}-${field}`} label={kind === "rater" ? "Rater" : "Judge"}>
        {(control) => (
          <Select
            {...control}
            name={`${at}.${field}`}
            defaultValue={all.some((entry) => entry.id === given) ? given : all[0]?.id}
            className="max-w-96"
          >
            {all.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {entry.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  }
  if (kind === "hard" || kind === "soft") {
    return (
      <Choices
        legend="Whose labels"
        hint="All raters of an item where none is ticked."
        name={`${at}.raters`}
        all={[...choices.raters, ...choices.judges]}
        chosen={initial && "raterIds" in initial ? initial.raterIds : []}
      />
    );
  }
  if (kind === "silver" || kind === "virtual_judge") {
    const given = initial?.kind === kind ? initial.judgeIds : choices.judges.map((judge) => judge.id);
    return <Choices legend="Judges" name={`${at}.judges`} all={choices.judges} chosen={given} />;
  }

  return null;
}

function Acceptance({ at, id, kind, question, initial }: Part & { question: Question | undefined }) {
  const options = (question?.options ?? []).map((option) => ({
    id: option.id,
    name: `${option.id} · ${option.label}`,
  }));
  const given = initial && "accept" in initial ? initial.accept : options.slice(0, 1).map((option) => option.id);

  return (
    <>
      <Choices key={question?.id} legend="Accepted options" name={`${at}.accept`} all={options} chosen={given} />
      {kind === "silver" ? null : (
        <Field id={`${id}-reject`} label="The label where it is not accepted">
          {(control) => (
            <Select
              {...control}
              key={question?.id}
              name={`${at}.reject`}
              defaultValue={initial && "reject" in initial ? (initial.reject ?? "") : ""}
              className="max-w-96"
            >
              <option value="">the one remaining option</option>
              {options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}

function Combine({ at, id, judges, initial }: Omit<Part, "kind"> & { judges: LayerChoices["judges"] }) {
  const rule = initial?.kind === "virtual_judge" ? initial : undefined;
  const given = rule?.combine;
  const [how, setHow] = useState<string>(given?.how ?? "both");
  const weights = given?.how === "weighted" ? given.weights : [];

  return (
    <>
      <Field id={`${id}-combine`} label="Accepted where">
        {(control) => (
          <Select
            {...control}
            name={`${at}.combine`}
            value={how}
            onChange={(event) => setHow(event.target.value)}
            className="max-w-96"
          >
            <option value="both">all of them accept</option>
            <option value="any">any of them accepts</option>
            <option value="weighted">enough of their weight accepts</option>
          </Select>
        )}
      </Field>
      {how === "weighted" ? (
        <div className="flex flex-wrap gap-4">
          {judges.map((judge) => (
            <Field key={judge.id} id={`${id}-weight-${judge.id}`} label={`Weight of ${judge.name}`}>
              {(control) => (
                <Input
                  {...control}
                  name={`${at}.weight.${judge.id}`}
                  type="number"
                  min={0}
                  step="any"
                  defaultValue={weights[rule?.judgeIds.indexOf(judge.id) ?? -1] ?? 1}
                  className="max-w-32"
                />
              )}
            </Field>
          ))}
          <Field id={`${id}-threshold`} label="Least share of the weight">
            {(control) => (
              <Input
                {...control}
                name={`${at}.threshold`}
                type="number"
                min={0}
                max={1}
                step="any"
                defaultValue={given?.how === "weighted" ? given.threshold : 0.5}
                className="max-w-32"
              />
            )}
          </Field>
        </div>
      ) : null}
    </>
  );
}
