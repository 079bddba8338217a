"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button, buttonVariants } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/choice";
import { Field } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import type { LayerChoices, LayerRule, LayerSpec } from "@/lib/layers/wire";
import { EdgeFields } from "./edge-fields";
import { ItemRuleFields } from "./item-rule-fields";
import { LayerPreview } from "./layer-preview";
import { MustCiteFields } from "./must-cite-fields";
import { ScopeFields } from "./scope-fields";
import { missingIn, specOfForm } from "./spec-of-form";

type Shape = "item" | "edge" | "must_cite";
type Props = { slug: string; choices: LayerChoices; initial?: LayerSpec };

const WAIT_MS = 500;

/** Builds a rule without YAML. What it would hold is counted while it is filled in; nothing is kept before it has a name. */
export function LayerForm({ slug, choices, initial }: Props) {
  const [shape, setShape] = useState<Shape>(shapeOf(initial?.rule));
  const [questionId, setQuestionId] = useState(initial?.question ?? choices.questions[0]?.id ?? "");
  const [spec, setSpec] = useState<LayerSpec | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const router = useRouter();
  const question = choices.questions.find((entry) => entry.id === questionId) ?? choices.questions[0];
  const rule = initial?.rule;

  function read() {
    if (form.current) setSpec(specOfForm(new FormData(form.current)));
  }

  function readSoon() {
    clearTimeout(timer.current);
    timer.current = setTimeout(read, WAIT_MS);
  }

  useEffect(() => {
    if (form.current) setSpec(specOfForm(new FormData(form.current)));

    return () => clearTimeout(timer.current);
  }, []);

  async function keep(data: FormData) {
    const wanted = specOfForm(data);
    const missing = missingIn(wanted);
    if (missing) return setProblem({ title: missing, status: 0 });
    setBusy(true);
    const body = { name: data.get("name"), note: data.get("note"), spec: wanted };
    const outcome = await sendJson<{ layerId: string }>("POST", `/api/v1/studies/${slug}/layers`, body);
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.problem);
    router.push(`/studies/${slug}/layers/${outcome.value.layerId}`);
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <form
        ref={form}
        className="grid content-start gap-7"
        onChange={readSoon}
        onSubmit={(event) => {
          event.preventDefault();
          void keep(new FormData(event.currentTarget));
        }}
      >
        <RadioGroup
          name="shape"
          legend="One row for each"
          value={shape}
          onValueChange={(value) => setShape(value as Shape)}
          options={[
            { value: "item", label: "Item", hint: "As it was labelled." },
            {
              value: "edge",
              label: "Pair of papers",
              hint: "All contexts in which one cites the other, taken together.",
            },
            ...(choices.mentions
              ? [
                  {
                    value: "must_cite",
                    label: "Reference, as must-cite or not",
                    hint: "By baseline, by relevance, or by how often it is mentioned.",
                  },
                ]
              : []),
          ]}
        />
        {shape === "must_cite" ? (
          <MustCiteFields choices={choices} initial={rule?.kind === "must_cite" ? rule : undefined} />
        ) : (
          <>
            <Field id="layer-question" label="Question">
              {(control) => (
                <Select
                  {...control}
                  name="question"
                  value={question?.id}
                  onChange={(event) => setQuestionId(event.target.value)}
                  className="max-w-96"
                >
                  {choices.questions.map((entry) => (
                    <option key={entry.id} value={entry.id}>
                      {entry.title}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {shape === "edge" ? (
              <EdgeFields
                question={question}
                judges={choices.judges}
                initial={rule?.kind === "edge" ? rule : undefined}
              />
            ) : null}
            <ItemRuleFields
              at="rule"
              label={shape === "edge" ? "The label of each context" : "Rule"}
              question={question}
              choices={choices}
              initial={itemRuleIn(rule)}
            />
          </>
        )}
        <ScopeFields choices={choices} rows={shape === "edge" ? "edge" : "item"} initial={initial} />
        <Field
          id="layer-name"
          label="Name"
          hint="Lower-case letters, digits and . _ -. Names are never used twice."
          required
        >
          {(control) => (
            <Input
              {...control}
              name="name"
              required
              maxLength={60}
              autoComplete="off"
              autoCapitalize="none"
              pattern="[a-z0-9][a-z0-9_.\-]*"
              title="lower-case letters, digits and . _ -, starting with a letter or digit"
              className="max-w-96"
            />
          )}
        </Field>
        <Field id="layer-note" label="Note" hint="Why this rule. Kept with the layer.">
          {(control) => <Textarea {...control} name="note" rows={2} maxLength={2000} />}
        </Field>
        {problem ? <FaultList problem={problem} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" pending={busy}>
            Save layer
          </Button>
          {spec?.rule.kind === "must_cite" && missingIn(spec) === null ? (
            <Link
              prefetch={false}
              href={`/studies/${slug}/layers/explore?spec=${encodeURIComponent(JSON.stringify(spec))}`}
              className={buttonVariants()}
            >
              Explore thresholds
            </Link>
          ) : null}
        </div>
      </form>
      <LayerPreview slug={slug} spec={spec} choices={choices} />
    </div>
  );
}

function shapeOf(rule: LayerRule | undefined): Shape {
  return rule?.kind === "edge" || rule?.kind === "must_cite" ? rule.kind : "item";
}

function itemRuleIn(rule: LayerRule | undefined) {
  if (rule?.kind === "edge") return rule.over;

  return rule?.kind === "must_cite" ? undefined : rule;
}
