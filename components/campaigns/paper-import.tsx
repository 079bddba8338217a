"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import type { Problem } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { FileDrop } from "@/components/ui/file-drop";
import { formatCount } from "@/components/ui/format-number";
import { Notice } from "@/components/ui/notice";
import type { PapersImported } from "@/lib/campaigns/wire";
import { sendBytes } from "./send-bytes";
import { campaignApi } from "./words";

/** A file of focal papers: all of it is stored, or nothing, with the lines that are at fault. */
export function PaperImport({ slug, campaignId }: { slug: string; campaignId: string }) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [done, setDone] = useState<PapersImported | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function send() {
    if (!file) return setProblem({ title: "Choose a file first.", status: 0 });
    setBusy(true);
    const sent = await sendBytes<PapersImported>(
      campaignApi(slug, campaignId, `/papers?${new URLSearchParams({ file: file.name })}`),
      file,
    );
    setBusy(false);
    setProblem(sent.ok ? null : sent.problem);
    setDone(sent.ok ? sent.value : null);
    if (sent.ok) router.refresh();
  }

  return (
    <form
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <FileDrop
        label="Drop a file of focal papers here, or choose it"
        hint="JSON lines, JSON, CSV or Parquet, one paper a row: focal_corpusid, title, year, venue, authors, e-mail, references; or a full text (TEI, JATS, S2ORC …), whose authors’ addresses a table then brings. Tiers, mentions and a layer’s result may come along; authors never see them."
        accept=".jsonl,.ndjson,.json,.csv,.parquet,.xml,.nxml,.mmd,.md"
        onFiles={([first]) => setFile(first ?? null)}
      />
      <div>
        <Button type="submit" variant="primary" pending={busy}>
          Import
        </Button>
      </div>
      {problem ? <FaultList problem={problem} /> : null}
      {done ? (
        <Notice
          tone="good"
          title={`${formatCount(done.papers)} papers, ${formatCount(done.references)} references and ${formatCount(done.people)} new people are stored.`}
        >
          {done.notices.length > 0 ? done.notices.join(" ") : null}
        </Notice>
      ) : null}
    </form>
  );
}
