"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import type { MessageChanged, MessageRow, MessageStateName } from "@/lib/campaigns/wire";
import { campaignApi } from "./words";

const ACTIONS: Partial<Record<MessageStateName, { action: string; word: string }[]>> = {
  queued: [{ action: "cancel", word: "Do not send" }],
  unsure: [
    { action: "again", word: "Send again" },
    { action: "arrived", word: "It arrived" },
  ],
  failed: [{ action: "again", word: "Send again" }],
  sent: [{ action: "bounced", word: "It came back" }],
};

type Props = { slug: string; campaignId: string; row: MessageRow };

export function MessageActions({ slug, campaignId, row }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function act(action: string) {
    setBusy(true);
    const path = campaignApi(slug, campaignId, `/messages/${row.messageId}`);
    const outcome = await sendJson<MessageChanged>("POST", path, { action });
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    router.refresh();
  }

  return (
    <div className="grid justify-items-start gap-1">
      {(ACTIONS[row.state] ?? []).map(({ action, word }) => (
        <Button
          key={action}
          size="sm"
          variant="quiet"
          pending={busy}
          aria-label={`${word}: ${row.name ?? row.email ?? "erased"}`}
          onClick={() => void act(action)}
        >
          {word}
        </Button>
      ))}
      {problem ? (
        <p role="alert" className="text-sm text-bad">
          {problem.title}
        </p>
      ) : null}
    </div>
  );
}
