"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { InvitationChanged, InvitationRow } from "@/lib/campaigns/wire";
import { campaignApi, INVITATION_WORDS } from "./words";

const ACTIONS = [
  { action: "link", word: "One more link", hint: "To send again; links from before go on working." },
  { action: "replace", word: "Replace", hint: "Links from before stop working; what was answered stays." },
  { action: "revoke", word: "Revoke", hint: "No link of this person opens anything any more." },
  { action: "sent", word: "Mark as sent", hint: "For one’s own mailing." },
  { action: "bounced", word: "Mark as come back", hint: "For one’s own mailing." },
] as const;

type Props = { slug: string; campaignId: string; row: InvitationRow };

export function InvitationActions({ slug, campaignId, row }: Props) {
  const [changed, setChanged] = useState<{ word: string; url?: string } | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();
  const who = row.name ?? row.email ?? "erased";

  async function act(action: string, word: string) {
    setBusy(true);
    const path = campaignApi(slug, campaignId, `/invitations/${row.invitationId}`);
    const outcome = await sendJson<InvitationChanged>("POST", path, { action });
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    setChanged(outcome.ok ? { word, ...(outcome.value.url !== undefined && { url: outcome.value.url }) } : null);
  }

  return (
    <Dialog
      onOpenChange={(open) => {
        if (open) return;
        if (changed) router.refresh();
        setChanged(null);
        setProblem(null);
      }}
    >
      <DialogTrigger render={<Button variant="quiet" size="sm" aria-label={`Change the invitation of ${who}`} />}>
        Change
      </DialogTrigger>
      <DialogContent title={who} description={`${row.email ?? "erased"}: ${INVITATION_WORDS[row.state]}`}>
        {changed ? (
          <Notice tone="good" title={`${changed.word}.`}>
            {changed.url ? (
              <>
                The link is shown this once. <CopyButton text={changed.url}>Copy the link</CopyButton>
                <span className="block break-all select-all">{changed.url}</span>
              </>
            ) : null}
          </Notice>
        ) : (
          <ul className="grid gap-3">
            {ACTIONS.map(({ action, word, hint }) => (
              <li key={action} className="grid justify-items-start gap-1">
                <Button
                  size="sm"
                  variant={action === "revoke" ? "danger" : "secondary"}
                  pending={busy}
                  onClick={() => void act(action, word)}
                >
                  {word}
                </Button>
                <span className="text-sm text-ink-2">{hint}</span>
              </li>
            ))}
          </ul>
        )}
        {problem ? <FaultList problem={problem} /> : null}
      </DialogContent>
    </Dialog>
  );
}
