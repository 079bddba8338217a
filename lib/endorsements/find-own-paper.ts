import { notFound } from "@/lib/errors";
import type { Held } from "./internal";

/** A paper that this person was asked about and did not say is somebody else's. */
export function findOwnPaper(held: Held, focalId: string) {
  const found = held.invitee.papers.find((paper) => paper.focalId === focalId);
  if (!found || found.notMineAt) throw notFound("This paper");

  return found;
}
