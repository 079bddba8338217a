"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { Notice } from "@/components/ui/notice";
import { MESSAGE_STATES, type MessageList, type MessagesQueued } from "@/lib/campaigns/wire";
import { leftWords, MESSAGE_WORDS } from "./mail-words";
import { campaignApi } from "./words";

const LOOK_AGAIN = 5_000;

type Props = { slug: string; campaignId: string; list: MessageList; reminderDays: readonly number[] };

/** Puts mails in the queue, and says how far they have come. */
export function MailPanel({ slug, campaignId, list, reminderDays }: Props) {
  const [queued, setQueued] = useState<MessagesQueued | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();
  const moving = list.counts.queued + list.counts.sending > 0;

  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => router.refresh(), LOOK_AGAIN);

    return () => clearInterval(timer);
  }, [moving, router]);

  async function write(action: "invite" | "remind") {
    setBusy(true);
    const outcome = await sendJson<MessagesQueued>("POST", campaignApi(slug, campaignId, "/messages"), { action });
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    setQueued(outcome.ok ? outcome.value : null);
    if (outcome.ok) router.refresh();
  }

  const counts = MESSAGE_STATES.filter((state) => list.counts[state] > 0);
  const rule =
    reminderDays.length === 0
      ? "No reminders are sent by themselves."
      : `Reminders go out by themselves ${reminderDays.join(" and ")} days after the invitation.`;

  return (
    <div className="mb-9 grid grid-cols-[minmax(0,1fr)] gap-4">
      {list.missing.length > 0 ? (
        <Notice tone="warn" title="No mail can be sent yet.">
          Still missing: {list.missing.join("; ")}.
        </Notice>
      ) : (
        <div className="flex flex-wrap gap-3">
          <Button variant="primary" pending={busy} onClick={() => void write("invite")}>
            Write to all who were not written to
          </Button>
          <Button pending={busy} onClick={() => void write("remind")}>
            Remind now
          </Button>
        </div>
      )}
      <p className="max-w-[72ch] text-sm text-ink-2">
        {rule} Nobody gets more than two, or two within a day, or one after they submitted, declined or withdrew. At
        most {formatCount(list.perMinute)} messages leave in a minute.
      </p>
      {problem ? <FaultList problem={problem} /> : null}
      {queued ? (
        <Notice tone="good" title={`${formatCount(queued.queued)} mails wait to be sent.`}>
          {queued.left.length > 0 ? `Left out: ${leftWords(queued.left)}.` : null}
        </Notice>
      ) : null}
      {counts.length > 0 ? (
        <p aria-live="polite">
          {counts.map((state) => `${formatCount(list.counts[state])} ${MESSAGE_WORDS[state]}`).join(" · ")}
        </p>
      ) : null}
      {list.counts.unsure > 0 ? (
        <Notice tone="warn" title={`${formatCount(list.counts.unsure)} were perhaps sent.`}>
          The studio or the line failed at the moment in which the mail server took them. They are not sent again by
          themselves; choose for each below.
        </Notice>
      ) : null}
    </div>
  );
}
