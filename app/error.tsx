"use client";

import { PlainShell } from "@/components/shell/plain-shell";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

function digestOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("digest" in error)) return undefined;
  return typeof error.digest === "string" ? error.digest : undefined;
}

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = digestOf(error);

  return (
    <PlainShell>
      <Empty
        level={1}
        title="This page could not be made"
        actions={
          <Button variant="primary" onClick={() => retry()}>
            Try again
          </Button>
        }
      >
        Something failed on the way. What was saved before stays saved. If it fails again, tell whoever runs this studio
        {digest ? (
          <>
            {" "}
            and give them this mark: <code className="select-all font-semibold text-ink">{digest}</code>
          </>
        ) : null}
        .
      </Empty>
    </PlainShell>
  );
}
