"use client";

import { useState } from "react";
import { type Problem, sendJson } from "@/components/http/send-json";
import type { ReviewRow, WorkMatch } from "@/lib/endorsements/wire";
import { campaignApi } from "./words";

export type Decision =
  | { decision: "confirm" }
  | { decision: "flag"; flag: "self_cite" | "review_paper"; reason: string }
  | { decision: "exclude"; reason: string };
export type Reviewing = ReturnType<typeof useReview>;

/** One page of the queue, in the browser: what was decided here, and where the reviewer stands. */
export function useReview(slug: string, campaignId: string, first: ReviewRow[]) {
  const [rows, setRows] = useState(first);
  const [at, setAt] = useState(0);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const row = rows[at];

  function turn(by: number): void {
    setProblem(null);
    setAt((now) => Math.max(0, Math.min(rows.length, now + by)));
  }

  function change(id: string, to: Partial<ReviewRow>): void {
    setRows((all) => all.map((one) => (one.endorsementId === id ? { ...one, ...to } : one)));
  }

  async function decide(decision: Decision): Promise<boolean> {
    if (!row || busy) return false;
    setBusy(true);
    const path = campaignApi(slug, campaignId, `/review/${row.endorsementId}`);
    const outcome = await sendJson("POST", path, { ...decision, basisHash: row.basisHash });
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    if (!outcome.ok) return false;
    const { flag = null, reason = null } = { ...decision } as { flag?: string; reason?: string };
    change(row.endorsementId, { mine: { decision: decision.decision, flag, reason } });
    setSaid(`${row.work.title}: ${{ confirm: "confirmed", flag: "flagged", exclude: "excluded" }[decision.decision]}.`);
    // Who has gone on meanwhile stays where they are.
    setAt((now) => (now === at ? now + 1 : now));

    return true;
  }

  async function resolve(match: Pick<WorkMatch, "corpusId" | "title"> | null): Promise<void> {
    if (!row || busy) return;
    setBusy(true);
    const path = campaignApi(slug, campaignId, `/review/${row.endorsementId}/resolve`);
    const outcome = await sendJson<{ basisHash: string }>("POST", path, {
      corpusId: match?.corpusId ?? null,
      basisHash: row.basisHash,
    });
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    if (!outcome.ok) return;
    const corpusId = match?.corpusId ?? null;
    const groups = row.groups.filter((group) => group !== "unresolved");
    change(row.endorsementId, {
      basisHash: outcome.value.basisHash,
      groups: corpusId === null ? [...groups, "unresolved"] : groups,
      work: { ...row.work, corpusId },
      resolvedBy: corpusId === null ? null : "reviewer",
      mine: null,
    });
    setSaid(match ? `It is ${match.title}.` : "The work is open again.");
  }

  return { rows, row, at, busy, problem, said, turn, decide, resolve };
}
