"use client";

import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/choice";
import { Field, FieldGroup } from "@/components/ui/field";
import { Input, Textarea } from "@/components/ui/input";

type BuiltIn = { id: string; title: string; source: string };
const OWN = "own";

function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}

export function NewStudyForm({ builtIns }: { builtIns: BuiltIn[] }) {
  const [name, setName] = useState("");
  const [slug, setSlug] = useState<string | null>(null);
  const [choice, setChoice] = useState(builtIns[0]?.id ?? OWN);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);

  async function submit(form: FormData) {
    setPending(true);
    const file = form.get("file");
    const codebook =
      choice === OWN && file instanceof File ? { text: await file.text(), fileName: file.name } : { builtIn: choice };
    const outcome = await sendJson<{ slug: string }>("POST", "/api/v1/studies", {
      name,
      slug: slug ?? slugOf(name),
      description: form.get("description"),
      licence: String(form.get("licence") || "unknown"),
      sourceUrl: String(form.get("sourceUrl") || "unknown"),
      codebook,
    });
    setPending(false);
    if (outcome.ok) window.location.assign(`/studies/${outcome.value.slug}`);
    else setProblem(outcome.problem);
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
          {(control) => (
            <Input
              {...control}
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field id="slug" label="Address" hint="The study’s place on this site: /studies/…" required>
          {(control) => (
            <Input
              {...control}
              required
              pattern="[a-z0-9]+(-[a-z0-9]+)*"
              value={slug ?? slugOf(name)}
              onChange={(event) => setSlug(event.target.value)}
            />
          )}
        </Field>
        <Field id="description" label="What it validates">
          {(control) => <Textarea {...control} name="description" rows={3} maxLength={10000} />}
        </Field>
      </FieldGroup>
      <RadioGroup
        name="codebook"
        legend="Codebook"
        value={choice}
        onValueChange={setChoice}
        options={[
          ...builtIns.map(({ id, title, source }) => ({ value: id, label: title, hint: source })),
          { value: OWN, label: "My own", hint: "A YAML or JSON file, checked with errors by line." },
        ]}
      />
      {choice === OWN ? (
        <Field id="file" label="Codebook file" required>
          {(control) => <Input {...control} name="file" type="file" accept=".yaml,.yml,.json" required />}
        </Field>
      ) : null}
      <FieldGroup>
        <Field id="licence" label="Licence of the texts" hint="Left empty it counts as unknown, and unknown as closed.">
          {(control) => <Input {...control} name="licence" maxLength={200} placeholder="CC BY 4.0" />}
        </Field>
        <Field id="sourceUrl" label="Source">
          {(control) => <Input {...control} name="sourceUrl" maxLength={2000} placeholder="https://…" />}
        </Field>
      </FieldGroup>
      {problem ? <FaultList problem={problem} /> : null}
      <div>
        <Button type="submit" variant="primary" size="lg" pending={pending}>
          Create study
        </Button>
      </div>
    </form>
  );
}
