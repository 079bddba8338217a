import type { Transaction } from "@/lib/db/client";

/** Pairs of a response that a reviewer confirmed: what a release may hold, and a withdrawal takes out. */
export async function countReadyPairs(
  tx: Transaction,
  studyId: string,
  responseId: string,
  focalId?: string,
): Promise<number> {
  return tx.endorsement.count({
    where: {
      studyId,
      responseId,
      ...(focalId && { focalId }),
      value: "yes",
      corpusId: { not: null },
      reviews: { some: { decision: { not: "exclude" } } },
    },
  });
}
