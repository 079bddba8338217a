import type { Transaction } from "@/lib/db/client";
import { doNotAskKey } from "./internal";

/** Nobody in this study writes to this address again. */
export async function doNotAsk(tx: Transaction, studyId: string, email: string | null): Promise<void> {
  if (email === null) return;
  const keyHash = doNotAskKey(studyId, email);
  await tx.doNotAsk.createMany({ data: [{ studyId, keyHash }], skipDuplicates: true });
}
