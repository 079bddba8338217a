"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

type Settings = { name: string; description: string; licence: string; sourceUrl: string };

export function SettingsForm({ slug, initial }: { slug: string; initial: Settings }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saved, setSaved] = useState(false);
  const router = useRouter();

  async function submit(form: FormData) {
    const outcome = await sendJson("PATCH", `/api/v1/studies/${slug}`, Object.fromEntries(form));
    setProblem(outcome.ok ? null : outcome.problem);
    setSaved(outcome.ok);
    router.refresh();
  }

  return (
    <form
      className="grid max-w-[66ch] gap-7"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <FieldGroup>
        <Field id="name" label="Name" required>
          {(control) => <Input {...control} name="name" required maxLength={200} defaultValue={initial.name} />}
        </Field>
        <Field id="description" label="What it validates">
          {(control) => (
            <Textarea {...control} name="description" rows={4} maxLength={10000} defaultValue={initial.description} />
          )}
        </Field>
        <Field
          id="licence"
          label="Licence of the texts"
          hint="“unknown” counts as closed: public layers then carry no text."
        >
          {(control) => <Input {...control} name="licence" required maxLength={200} defaultValue={initial.licence} />}
        </Field>
        <Field id="sourceUrl" label="Source">
          {(control) => <Input {...control} name="sourceUrl" maxLength={2000} defaultValue={initial.sourceUrl} />}
        </Field>
      </FieldGroup>
      {problem ? <FaultList problem={problem} /> : null}
      {saved ? <Notice tone="good">Saved.</Notice> : null}
      <div>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </div>
    </form>
  );
}
