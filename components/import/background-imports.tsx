"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import { Section } from "@/components/ui/text";
import { ImportView } from "@/lib/imports/wire";
import { formatBytes, plural } from "./format";
import { ImportOutcome } from "./import-outcome";
import { askProgress } from "./upload-import";

const ASK_MS = 1_000;

/** Papers that a job reads: how far each is, a way to stop it, and how it ended. They go on though nobody looks. */
export function BackgroundImports({ slug, queued }: { slug: string; queued: readonly ImportView[] }) {
  const router = useRouter();
  const [seen, setSeen] = useState<Record<string, ImportView>>({});
  const views = queued.map((view) => seen[view.importId] ?? view);
  const known = new Set(queued.map((view) => view.importId));
  const shown = [...views, ...Object.values(seen).filter((view) => !known.has(view.importId))];
  const waiting = shown
    .filter((view) => view.state === "queued")
    .map((view) => view.importId)
    .join(" ");

  useEffect(() => {
    if (waiting === "") return;
    const timer = setInterval(async () => {
      for (const importId of waiting.split(" ")) {
        const view = await askProgress(slug, importId);
        if (!view) continue;
        setSeen((now) => ({ ...now, [importId]: view }));
        if (view.state !== "queued") router.refresh();
      }
    }, ASK_MS);

    return () => clearInterval(timer);
  }, [slug, waiting, router]);

  async function cancel(importId: string) {
    const asked = await sendJson<unknown>("POST", `/api/v1/studies/${slug}/imports/${importId}/cancel`, {});
    const view = asked.ok ? ImportView.safeParse(asked.value) : undefined;
    if (view?.success) setSeen((now) => ({ ...now, [importId]: view.data }));
    router.refresh();
  }

  if (shown.length === 0) return null;

  return (
    <Section title="Papers being read">
      <ul className="grid gap-8">
        {shown.map((view) => (
          <li key={view.importId} className="grid max-w-[66ch] grid-cols-[minmax(0,1fr)] gap-3">
            <p className="break-words font-read text-lg">
              <bdi>{view.fileName}</bdi>
            </p>
            {view.state === "queued" ? (
              <Reading view={view} onCancel={() => cancel(view.importId)} />
            ) : (
              <ImportOutcome slug={slug} outcome={{ kind: "ended", view }} onLabels={undefined} onNext={undefined} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Reading({ view, onCancel }: { view: ImportView; onCancel: () => Promise<void> }) {
  const [stopping, setStopping] = useState(false);
  const total = view.totalBytes ?? 0;
  const read = total > 0 && view.bytes >= total;
  const amount = `${formatBytes(view.bytes)} of ${formatBytes(total)} read, ${plural(view.rows, "paper")}`;
  const text = view.bytes === 0 ? "Waits for its turn." : read ? `${amount}: now they are stored.` : `${amount}.`;

  return (
    <>
      <Progress label={`Reading ${view.fileName}`} value={view.bytes} max={total} text={text} className="h-1" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 text-ink-2">{text} You may leave this page.</p>
        <Button
          pending={stopping}
          onClick={() => {
            setStopping(true);
            void onCancel().finally(() => setStopping(false));
          }}
        >
          Cancel
        </Button>
      </div>
    </>
  );
}
