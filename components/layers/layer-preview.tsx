"use client";

import { useEffect, useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { formatCount } from "@/components/ui/format-number";
import type { LayerChoices, LayerSpec, LayerSteps } from "@/lib/layers/wire";
import { ClassBalance, LayerFunnel } from "./layer-funnel";
import { sayLayer } from "./say-layer";
import { missingIn } from "./spec-of-form";

type Props = { slug: string; spec: LayerSpec | null; choices: LayerChoices };
type Counted = { steps: LayerSteps; of: string };

/** What the rule that is being built says, and what it would hold. */
export function LayerPreview({ slug, spec, choices }: Props) {
  const [counted, setCounted] = useState<Counted | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const missing = spec ? missingIn(spec) : null;
  const body = spec && missing === null ? JSON.stringify(spec) : null;

  useEffect(() => {
    if (body === null) return;
    // An answer to what the form said before is no answer any more.
    let current = true;
    void sendJson<LayerSteps>("POST", `/api/v1/studies/${slug}/layers/steps`, { spec: JSON.parse(body) }).then(
      (outcome) => {
        if (!current) return;
        setCounted(outcome.ok ? { steps: outcome.value, of: body } : null);
        setProblem(outcome.ok ? null : outcome.problem);
      },
    );

    return () => {
      current = false;
    };
  }, [body, slug]);

  const questionId = spec?.question ?? choices.questions[0]?.id;
  const options = choices.questions.find((question) => question.id === questionId)?.options ?? [];

  return (
    <section aria-label="Preview" className="grid min-w-0 content-start gap-6 xl:sticky xl:top-6 xl:self-start">
      <h2 className="text-lg font-semibold">What it would hold</h2>
      {spec ? <p className="max-w-[60ch] font-read text-lg">{sayLayer(spec, choices)}</p> : null}
      <p aria-live="polite" className="text-ink-2">
        {missing ?? (problem ? "" : sayCounted(counted, body))}
      </p>
      {problem && missing === null ? <FaultList problem={problem} /> : null}
      {counted && missing === null ? (
        <>
          <LayerFunnel steps={counted.steps} />
          <ClassBalance steps={counted.steps} options={options} mustCite={spec?.rule.kind === "must_cite"} />
        </>
      ) : null}
    </section>
  );
}

function sayCounted(counted: Counted | null, body: string | null): string {
  if (!counted || counted.of !== body) return "Counting …";
  const { steps } = counted;

  return `${formatCount(steps.kept)} ${steps.rows === "edge" ? "edges" : "items"} with a label, ${formatCount(steps.ties)} ties.`;
}
