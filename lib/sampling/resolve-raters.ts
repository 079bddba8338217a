import type { Transaction } from "@/lib/db/client";
import { ServiceError } from "@/lib/errors";
import { ensureRater } from "@/lib/labels/ensure-rater";

/**
 * Rater ids for pseudonyms, or for accounts by e-mail address or id. An account must hold the role rater in the study;
 * its rater is made where it has not labelled yet.
 */
export async function resolveRaters(
  tx: Transaction,
  studyId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of new Set(names)) {
    const rater = await tx.rater.findFirst({
      where: { studyId, pseudonym: name, kind: "human" },
      select: { id: true },
    });
    const member = rater
      ? null
      : await tx.membership.findFirst({
          where: { studyId, role: "rater", user: isUuid(name) ? { id: name } : { email: name.toLowerCase() } },
          select: { userId: true },
        });
    if (!rater && !member) {
      throw new ServiceError("bad_input", `"${name}" is not a rater of this study. Nothing was drawn.`);
    }
    found.set(name, rater ? rater.id : await ensureRater(tx, studyId, member?.userId ?? ""));
  }
  if (new Set(found.values()).size < found.size) {
    throw new ServiceError("bad_input", "Two of the names are the same rater; nobody may have two places on an item.");
  }

  return found;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
