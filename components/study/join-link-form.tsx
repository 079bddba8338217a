"use client";

import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Input, Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";

type Made = { url: string; expiresAt: string };

/** The address is shown once: the server keeps only its hash. */
export function JoinLinkForm({ slug, onMade }: { slug: string; onMade: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function submit(form: FormData) {
    const outcome = await sendJson<Made>("POST", `/api/v1/studies/${slug}/join-links`, {
      role: form.get("role"),
      note: form.get("note"),
      maxUses: Number(form.get("maxUses")),
    });
    setProblem(outcome.ok ? null : outcome.problem);
    setMade(outcome.ok ? outcome.value : null);
    if (outcome.ok) onMade();
  }

  return (
    <div className="grid gap-4">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <label className="grid gap-1 text-sm text-ink-2">
          Role
          <Select name="role" defaultValue="rater">
            {["rater", "researcher", "adjudicator", "auditor"].map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Select>
        </label>
        <label className="grid gap-1 text-sm text-ink-2">
          People
          <Input name="maxUses" type="number" min={1} max={1000} defaultValue={1} className="w-24" />
        </label>
        <label className="grid min-w-52 flex-1 gap-1 text-sm text-ink-2">
          For whom (a note to yourself)
          <Input name="note" maxLength={200} />
        </label>
        <Button type="submit" variant="primary">
          Make a link
        </Button>
      </form>
      {problem ? <FaultList problem={problem} /> : null}
      {made ? (
        <Notice tone="good" title="Copy this link now: it is not shown again.">
          <span className="break-all">{made.url}</span> <CopyButton text={made.url} />
        </Notice>
      ) : null}
    </div>
  );
}
