import type { Transaction } from "@/lib/db/client";

/** Pairs of a response that a reviewer confirmed: what a release may hold, and a withdrawal takes out. */
export async function countReadyPairs(
  tx: Transaction,
  studyId: string,
  responseId: string,
  focalId?: string,
  one: { id: string } | { referenceN: number } | object = {},
): Promise<number> {
  return tx.endorsement.count({
    where: {
      studyId,
      responseId,
      ...(focalId && { focalId }),
      ...one,
      value: "yes",
      corpusId: { not: null },
      reviews: { some: { decision: { not: "exclude" } } },
    },
  });
}
