"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import type { CampaignState } from "@/lib/campaigns/wire";
import { campaignApi } from "./words";

type Props = { slug: string; campaignId: string; state: CampaignState; missing: string[] };

/** Opens or closes; what is missing stands there before anybody is asked. */
export function StateActions({ slug, campaignId, state, missing }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function change(to: "open" | "closed") {
    setBusy(true);
    const outcome = await sendJson("POST", campaignApi(slug, campaignId, "/state"), { state: to });
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    router.refresh();
  }

  return (
    <div className="mb-8 grid justify-items-start gap-3">
      {state !== "open" && missing.length > 0 ? (
        <p className="max-w-[66ch]">Before it can be opened it needs: {missing.join("; ")}.</p>
      ) : null}
      {state === "open" ? (
        <Button pending={busy} onClick={() => void change("closed")}>
          Close the campaign
        </Button>
      ) : (
        <Button variant="primary" pending={busy} disabled={missing.length > 0} onClick={() => void change("open")}>
          {state === "draft" ? "Open the campaign" : "Open it again"}
        </Button>
      )}
      {problem ? <FaultList problem={problem} /> : null}
    </div>
  );
}
