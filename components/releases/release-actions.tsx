"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";

const EVERY = 1500;

/** While a release is made, the page asks again until it is there. */
export function RefreshWhileBuilding() {
  const router = useRouter();

  useEffect(() => {
    const timer = setInterval(() => router.refresh(), EVERY);

    return () => clearInterval(timer);
  }, [router]);

  return null;
}

/** For a release that was not finished: make it again from today's data, or take it away. */
export function UnfinishedActions({ slug, releaseId }: { slug: string; releaseId: string }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();
  const at = `/api/v1/studies/${slug}/releases/${releaseId}`;

  async function send(method: "POST" | "DELETE") {
    setBusy(true);
    const outcome = await sendJson(method, method === "POST" ? `${at}/resume` : at, {});
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    if (!outcome.ok) return;
    if (method === "DELETE") router.push(`/studies/${slug}/releases`);
    router.refresh();
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={busy} onClick={() => void send("POST")}>
          Make it again
        </Button>
        <Button variant="danger" pending={busy} onClick={() => void send("DELETE")}>
          Discard
        </Button>
      </div>
      {problem ? <FaultList problem={problem} /> : null}
    </div>
  );
}

/** The same plan again without what was withdrawn since. */
export function PatchButton({ slug, releaseId, plan }: { slug: string; releaseId: string; plan: object }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function patch() {
    setBusy(true);
    const body = { plan, patchOf: releaseId };
    const outcome = await sendJson<{ releaseId: string }>("POST", `/api/v1/studies/${slug}/releases`, body);
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.problem);
    router.push(`/studies/${slug}/releases/${outcome.value.releaseId}`);
  }

  return (
    <div className="mt-3 grid justify-items-start gap-3">
      <Button pending={busy} onClick={() => void patch()}>
        Make a patch release
      </Button>
      {problem ? <FaultList problem={problem} /> : null}
    </div>
  );
}
