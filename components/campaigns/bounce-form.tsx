"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import type { BouncesRecorded } from "@/lib/campaigns/wire";
import { campaignApi } from "./words";

const WHY = { delayed: "only delayed", not_ours: "not written to by this campaign", known: "known already" };

type Props = { slug: string; campaignId: string };

/** Reports of other mail servers, as they arrived in the sender's mailbox. */
export function BounceForm({ slug, campaignId }: Props) {
  const [text, setText] = useState("");
  const [recorded, setRecorded] = useState<BouncesRecorded | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function record() {
    setBusy(true);
    const path = campaignApi(slug, campaignId, "/messages/bounces");
    const outcome = await sendJson<BouncesRecorded>("POST", path, { text });
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    setRecorded(outcome.ok ? outcome.value : null);
    if (!outcome.ok) return;
    setText("");
    router.refresh();
  }

  return (
    <form
      className="grid max-w-[66ch] grid-cols-[minmax(0,1fr)] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void record();
      }}
    >
      <Field
        id="bounces"
        label="The source of the mails that came back"
        hint="One or several, whole, as “show original” gives them."
        required
      >
        {(control) => <Textarea {...control} rows={6} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      {problem ? <FaultList problem={problem} /> : null}
      {recorded ? (
        <Notice tone="good" title={`${recorded.bounced.length} were marked as come back.`}>
          {recorded.ignored.map((row) => `${row.email}: ${WHY[row.why]}`).join("; ")}
        </Notice>
      ) : null}
      <div>
        <Button type="submit" pending={busy}>
          Record
        </Button>
      </div>
    </form>
  );
}
