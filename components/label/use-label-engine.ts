"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { type EngineView, firstView, type Identity, LabelEngine } from "./label-engine";

const HEARTBEAT_MS = 60_000;
const AGAIN_MS = 15_000;

/** One engine for the life of the page, tied to the window: network, visibility, signs of life, leases. */
export function useLabelEngine(me: Identity, reopenId: string | undefined): [LabelEngine, EngineView] {
  const [engine] = useState(() => new LabelEngine(me));
  const view = useSyncExternalStore(engine.subscribe, engine.current, () => firstView);

  useEffect(() => {
    void engine.start(reopenId);
    // A reload shall show the current item, not open that one again.
    if (reopenId) window.history.replaceState(null, "", window.location.pathname);
    const stopListening = listen(engine);
    void registerWorker().catch(() => undefined);

    return () => {
      stopListening();
      engine.stop();
    };
  }, [engine, reopenId]);

  return [engine, view];
}

function listen(engine: LabelEngine): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const sign = () => engine.clock.sign();
  for (const type of ["pointerdown", "pointermove", "keydown", "scroll", "touchstart"]) {
    window.addEventListener(type, sign, { signal, passive: true, capture: true });
  }
  window.addEventListener("online", () => engine.wake(), { signal });
  window.addEventListener("pageshow", (event) => event.persisted && engine.wake(), { signal });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (document.hidden) engine.clock.hide();
      else {
        engine.clock.show();
        engine.wake();
        void engine.heartbeat();
      }
    },
    { signal },
  );
  window.addEventListener("beforeunload", (event) => engine.atRisk() && event.preventDefault(), { signal });
  const beat = setInterval(() => document.hidden || void engine.heartbeat(), HEARTBEAT_MS);
  const again = setInterval(() => document.hidden || engine.tick(), AGAIN_MS);

  return () => {
    ends.abort();
    clearInterval(beat);
    clearInterval(again);
  };
}

/** Lets the page be reloaded without network. Where there are no service workers, the outbox works all the same. */
async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/label-worker.js", { scope: "/label/" });
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
  active?.postMessage({
    page: location.pathname,
    assets: loaded.filter((url) => url.startsWith(`${location.origin}/_next/static/`)),
  });
}
