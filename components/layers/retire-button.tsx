"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";

/** A layer is never deleted: it leaves the lists, and its name stays taken. */
export function RetireButton({ slug, layerId, name }: { slug: string; layerId: string; name: string }) {
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function retire() {
    setBusy(true);
    const outcome = await sendJson("POST", `/api/v1/studies/${slug}/layers/${layerId}/retire`, {});
    setBusy(false);
    if (!outcome.ok) return setProblem(outcome.problem);
    setOpen(false);
    router.refresh();
  }

  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger render={<Button />}>Retire</DialogTrigger>
      <DialogContent
        title={`Retire ${name}?`}
        description="It leaves the lists and stays readable, because releases and other layers may rest on it. Its name stays taken. This cannot be undone."
        closeLabel="Keep it"
        footer={
          <Button variant="danger" pending={busy} onClick={() => void retire()}>
            Retire
          </Button>
        }
      >
        {problem ? <FaultList problem={problem} /> : null}
      </DialogContent>
    </Dialog>
  );
}
