"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import type { Problem } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { FileDrop } from "@/components/ui/file-drop";
import { Input, Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { sendFile } from "./send-file";

const KINDS = {
  run: ["Run: a system’s ranked output", "runs", "TREC, BEIR’s JSON, JSON lines, or Parquet with a rank or a score."],
  pool: [
    "Pool: the papers that runs rank",
    "pools",
    "CSV, JSON lines or Parquet with a corpus id, and title, year, DOI …",
  ],
  targets: ["Target set: pairs that count", "target-sets", "CSV, JSON lines, Parquet or qrels: query and target."],
  tier: ["Tier: targets within another set", "target-sets", "As a target set; every pair must be in the set named."],
  split: ["Split: queries and their part", "target-sets", "CSV, JSON lines or Parquet: query, split, and author."],
} as const;
type Kind = keyof typeof KINDS;

/** One file at a time: kept whole, or refused with its lines. */
export function UploadForm({ slug, targetSets }: { slug: string; targetSets: string[] }) {
  const [kind, setKind] = useState<Kind>("run");
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<{ text: string; notices: string[] } | null>(null);
  const router = useRouter();
  const [, path, hint] = KINDS[kind];
  const isSet = path === "target-sets";

  async function submit(form: FormData) {
    if (!file) {
      setProblem({ title: "Choose a file first.", status: 0 });
      return;
    }
    setPending(true);
    const within = form.get("within");
    const about = {
      name: name.trim(),
      ...(isSet && { kind }),
      ...(isSet && typeof within === "string" && within !== "" && { within }),
    };
    const sent = await sendFile(`/api/v1/studies/${slug}/${path}`, about, file);
    setPending(false);
    setProblem(sent.ok ? null : sent.problem);
    setDone(sent.ok ? { text: `${about.name} is stored.`, notices: sent.notices } : null);
    if (sent.ok) {
      setName("");
      router.refresh();
    }
  }

  return (
    <form
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <label className="grid min-w-0 gap-1 text-sm text-ink-2">
          What it is
          <Select value={kind} onChange={(event) => setKind(event.target.value as Kind)}>
            {Object.entries(KINDS).map(([id, [label]]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        </label>
        <label className="grid min-w-52 flex-1 gap-1 text-sm text-ink-2">
          Name
          <Input name="name" value={name} onChange={(event) => setName(event.target.value)} required maxLength={120} />
        </label>
        {isSet ? (
          <label className="grid min-w-0 gap-1 text-sm text-ink-2">
            Lies within
            <Select name="within" required={kind === "tier" && targetSets.length > 0}>
              <option value="">no other set</option>
              {targetSets.map((set) => (
                <option key={set} value={set}>
                  {set}
                </option>
              ))}
            </Select>
          </label>
        ) : null}
      </div>
      <FileDrop
        label="Drop the file here, or choose it"
        hint={hint}
        onFiles={([first]) => {
          setFile(first ?? null);
          if (first && name === "") setName(first.name.replace(/\.[^.]*$/, "").slice(0, 120));
        }}
      />
      <div>
        <Button type="submit" variant="primary" pending={pending}>
          Upload
        </Button>
      </div>
      {problem ? <FaultList problem={problem} /> : null}
      {done ? (
        <Notice tone="good" title={done.text}>
          {done.notices.length === 0 ? null : done.notices.join(" ")}
        </Notice>
      ) : null}
    </form>
  );
}
