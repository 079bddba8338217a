"use client";

import { useEffect, useRef, useState } from "react";
import { sendJson } from "@/components/http/send-json";
import type { ImportHead } from "@/lib/imports/wire";
import { askProgress, type Upload, type UploadOutcome, uploadImport } from "./upload-import";

const ASK_MS = 700;

/** `done`: bytes that the server has read, as far as it has told. */
export type Running = { importId: string; done: number; total: number; rows: number; cancelling: boolean };

/** One import at a time: sends it, asks how far the server is, and can call it off. */
export function useImport(slug: string) {
  const [running, setRunning] = useState<Running | null>(null);
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null);
  const upload = useRef<Upload | null>(null);
  const importId = running?.importId;

  useEffect(() => {
    if (importId === undefined) return;
    const timer = setInterval(async () => {
      const view = await askProgress(slug, importId);
      if (view) setRunning((now) => (now ? { ...now, done: view.bytes, rows: view.rows } : now));
    }, ASK_MS);
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);

    return () => {
      clearInterval(timer);
      window.removeEventListener("beforeunload", stay);
    };
  }, [slug, importId]);

  async function start(head: ImportHead, files: readonly File[]): Promise<UploadOutcome> {
    const total = files.reduce((sum, file) => sum + file.size, 0);
    setOutcome(null);
    setRunning({ importId: head.importId, done: 0, total, rows: 0, cancelling: false });
    upload.current = uploadImport(slug, head, files);
    const ended = await upload.current.outcome;
    setRunning(null);
    setOutcome(ended);

    return ended;
  }

  async function cancel(): Promise<void> {
    if (!running) return;
    setRunning({ ...running, cancelling: true });
    const asked = await sendJson("POST", `/api/v1/studies/${slug}/imports/${running.importId}/cancel`, {});
    // Not known to the server yet: nothing has arrived, so that not sending it is enough.
    if (!asked.ok) upload.current?.abort();
  }

  return { running, outcome, start, cancel, clear: () => setOutcome(null) };
}
