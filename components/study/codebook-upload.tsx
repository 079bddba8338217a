"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Section } from "@/components/ui/text";

export function CodebookUpload({ slug }: { slug: string }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const router = useRouter();

  async function submit(form: FormData) {
    const file = form.get("file");
    if (!(file instanceof File)) return;
    const outcome = await sendJson<{ version: number; added: boolean }>("POST", `/api/v1/studies/${slug}/codebooks`, {
      text: await file.text(),
      fileName: file.name,
      note: form.get("note"),
    });
    setProblem(outcome.ok ? null : outcome.problem);
    if (!outcome.ok) return setDone(null);
    const { version, added } = outcome.value;
    setDone(
      added
        ? `This is now version ${version}. Labels made before keep theirs.`
        : `This is version ${version} already; nothing was added.`,
    );
    router.refresh();
  }

  return (
    <Section title="New version">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <label className="grid gap-1 text-sm text-ink-2">
          YAML or JSON file
          <Input name="file" type="file" accept=".yaml,.yml,.json" required />
        </label>
        <label className="grid min-w-52 flex-1 gap-1 text-sm text-ink-2">
          What changed
          <Input name="note" maxLength={1000} />
        </label>
        <Button type="submit">Check and add</Button>
      </form>
      <div className="mt-4">
        {problem ? <FaultList problem={problem} /> : null}
        {done ? <Notice tone="good">{done}</Notice> : null}
      </div>
    </Section>
  );
}
