import { createHash } from "node:crypto";
import { canonicalJson } from "@/lib/codebooks/canonical-json";

export const GENESIS = "0".repeat(64);

/** What was said. Apart from the ids, so that salt, value and note may be erased and the chain still verifies. */
export type LabelPayload = { salt: string; value: string | null; note: string | null };

export type LabelIds = {
  studyId: string;
  opId: string;
  roundId: string;
  itemId: string;
  unit: string;
  slotId: string | null;
  raterId: string;
  question: string;
  revises: string | null;
  elapsedMs: number;
  at: Date;
  seq: number;
  codebookVersion: number;
};

export function payloadHash({ salt, value, note }: LabelPayload): string {
  return sha256(canonicalJson([salt, value, note]));
}

/** sha256(prevHash ‖ canonical JSON of the ids ‖ payloadHash), all as text. */
export function eventHash(prevHash: string, ids: LabelIds, payload: string): string {
  const { at, ...rest } = ids;

  return sha256(`${prevHash}${canonicalJson({ ...rest, at: at.toISOString() })}${payload}`);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
