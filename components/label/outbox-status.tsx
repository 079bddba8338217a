"use client";

import { useEffect, useState } from "react";
import { type OutboxView, statusLine } from "./outbox-state";

/** "All answers saved", or how many wait and for how long. */
export function OutboxStatus({ outbox }: { outbox: OutboxView }) {
  const now = useNow(outbox.phase.kind === "waiting");

  return statusLine(outbox, now);
}

/** The time, each second while it is shown. */
function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    if (!ticking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);

    return () => clearInterval(timer);
  }, [ticking]);

  return now;
}
