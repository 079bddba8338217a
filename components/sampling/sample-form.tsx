"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { FieldSet } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format-number";
import { Input, Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { samplePlan } from "./sample-plan";
import { type Preview, SamplePreviewTable } from "./sample-preview-table";

type Props = {
  slug: string;
  items: number;
  rounds: { id: string; name: string }[];
  fields: { id: string; label: string }[];
  judges: string[];
  questions: { id: string; title: string }[];
};

const LABEL = "grid gap-1 text-sm text-ink-2";

function strataOptions({ fields, judges }: Props): [string, string][] {
  const pairs = judges.flatMap((a, place) =>
    judges.slice(place + 1).map((b): [string, string] => [`cell:${a}|${b}`, `the cell of ${a} and ${b}`]),
  );

  return [
    ...fields.map(({ id, label }): [string, string] => [`field:${id}`, label]),
    ...judges.map((judge): [string, string] => [`label:${judge}`, `label of ${judge}`]),
    ...judges.map((judge): [string, string] => [`confidence:${judge}`, `confidence of ${judge}`]),
    ...pairs,
  ];
}

export function SampleForm(props: Props) {
  const { slug, items, rounds, questions } = props;
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [drawn, setDrawn] = useState<string | null>(null);
  const router = useRouter();

  async function send(form: HTMLFormElement, path: "samples" | "samples/preview") {
    const data = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const body = { roundId: data.roundId, plan: samplePlan(data) };
    const outcome = await sendJson<Preview>("POST", `/api/v1/studies/${slug}/${path}`, body);
    setProblem(outcome.ok ? null : outcome.problem);
    setDrawn(null);
    if (!outcome.ok) return setPreview(null);
    if (path === "samples/preview") return setPreview(outcome.value);
    setPreview(null);
    setDrawn("Drawn. Raters can claim these items from now on.");
    router.refresh();
  }

  const choices = strataOptions(props);

  return (
    <form
      className="grid max-w-[80ch] gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        const button = (event.nativeEvent as SubmitEvent).submitter;
        void send(event.currentTarget, button?.getAttribute("value") === "draw" ? "samples" : "samples/preview");
      }}
    >
      <div className="flex flex-wrap gap-4">
        <label className={LABEL}>
          Into the round
          <Select name="roundId">
            {rounds.map((round) => (
              <option key={round.id} value={round.id}>
                {round.name}
              </option>
            ))}
          </Select>
        </label>
        <label className={LABEL}>
          Items
          <Input name="size" type="number" min={1} placeholder={`all ${formatCount(items)}`} className="w-32" />
        </label>
        <label className={LABEL}>
          Raters an item (k)
          <Input name="k" type="number" min={1} max={50} defaultValue={2} required className="w-24" />
        </label>
        <label className={LABEL}>
          Seed
          <Input name="seed" required maxLength={200} defaultValue="1" className="w-36" />
        </label>
      </div>
      <FieldSet legend="Strata" hint="The cells that items are drawn from, so that the rare ones are not missed.">
        <div className="flex flex-wrap gap-4">
          {["stratum1", "stratum2"].map((name, place) => (
            <label key={name} className={LABEL}>
              {place === 0 ? "Cut by" : "and by"}
              <Select name={name} defaultValue="">
                <option value="">nothing</option>
                {choices.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </label>
          ))}
          <label className={LABEL}>
            A judge’s label for
            <Select name="stratumQuestion">
              {questions.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </Select>
          </label>
          <label className={LABEL}>
            Allocation
            <Select name="allocation">
              <option value="proportional">proportional to size</option>
              <option value="equal">equal, capped at size</option>
            </Select>
          </label>
          <label className={LABEL}>
            Merge cells smaller than
            <Input name="minimum" type="number" min={0} defaultValue={0} className="w-24" />
          </label>
        </div>
      </FieldSet>
      <FieldSet legend="Limits">
        <div className="flex flex-wrap items-end gap-4">
          <label className={LABEL}>
            At most per focal paper
            <Input name="perFocal" type="number" min={1} className="w-24" />
          </label>
          <Checkbox name="onePerWindow" label="one item per identical window" />
          <Checkbox name="located" label="only items whose target was located" />
        </div>
      </FieldSet>
      <FieldSet
        legend="Places"
        hint="Reserved places are for the raters named; the others are open to all. Name raters by pseudonym or e-mail."
      >
        <div className="flex flex-wrap gap-4">
          <label className={LABEL}>
            Reserve the first places for
            <Input name="reservedFor" maxLength={2000} />
          </label>
          <label className={LABEL}>
            Items with more raters
            <Input name="overlapSize" type="number" min={1} className="w-24" />
          </label>
          <label className={LABEL}>
            raters each (k)
            <Input name="overlapK" type="number" min={2} max={50} className="w-24" />
          </label>
          <label className={LABEL}>
            Reserve those places for
            <Input name="overlapReservedFor" maxLength={2000} />
          </label>
        </div>
      </FieldSet>
      {problem ? <FaultList problem={problem} /> : null}
      {preview ? <SamplePreviewTable preview={preview} /> : null}
      {drawn ? <Notice tone="good">{drawn}</Notice> : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" value="preview">
          Preview the draw
        </Button>
        <Button type="submit" value="draw" variant="primary">
          Draw the sample
        </Button>
      </div>
    </form>
  );
}
