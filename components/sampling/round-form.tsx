"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/input";

const PURPOSES = [
  ["main", "main: what the results rest on"],
  ["practice", "practice: with gold answers, never in results"],
  ["pilot", "pilot: to try the codebook"],
  ["calibration", "calibration: to align raters or prompts"],
  ["retest", "retest: the same items again"],
] as const;

export function RoundForm({ slug }: { slug: string }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const router = useRouter();

  async function submit(form: HTMLFormElement) {
    const data = new FormData(form);
    const outcome = await sendJson("POST", `/api/v1/studies/${slug}/rounds`, {
      name: data.get("name"),
      purpose: data.get("purpose"),
    });
    setProblem(outcome.ok ? null : outcome.problem);
    if (outcome.ok) form.reset();
    router.refresh();
  }

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid min-w-52 gap-1 text-sm text-ink-2">
          Round name
          <Input name="name" required maxLength={60} placeholder="main" />
        </label>
        <label className="grid gap-1 text-sm text-ink-2">
          Purpose
          <Select name="purpose" defaultValue="main">
            {PURPOSES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </label>
        <Button type="submit">Create round</Button>
      </div>
      {problem ? <FaultList problem={problem} /> : null}
    </form>
  );
}
