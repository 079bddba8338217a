import { randomInt } from "node:crypto";
import type { Transaction } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { ServiceError } from "@/lib/errors";

/** No vowels and no look-alikes: a pseudonym should spell nothing. */
const LETTERS = "bcdfghjkmnpqrstvwxz23456789";

/** The person's rater in this study, made with a random pseudonym at the first need. The caller has checked the role. */
export async function ensureRater(
  tx: Pick<Transaction, "$queryRaw">,
  studyId: string,
  userId: string,
): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await tx.$queryRaw`
      INSERT INTO "Rater" ("studyId", "id", "pseudonym", "kind", "userId")
      SELECT ${studyId}::uuid, ${uuid7()}::uuid, ${newPseudonym(attempt > 10 ? 8 : 4)}, 'human', ${userId}::uuid
      WHERE NOT EXISTS (SELECT 1 FROM "Rater" WHERE "studyId" = ${studyId}::uuid AND "userId" = ${userId}::uuid)
      ON CONFLICT DO NOTHING`;
    const rows = await tx.$queryRaw<{ id: string }[]>`
      SELECT "id"::text FROM "Rater" WHERE "studyId" = ${studyId}::uuid AND "userId" = ${userId}::uuid`;
    if (rows[0]) return rows[0].id;
  }
  throw new ServiceError("unavailable", "No free pseudonym was found. Please try again.", { retryAfter: 1 });
}

export function newPseudonym(length = 4): string {
  return `r-${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}
