import { INSTANCE, recordAudit } from "@/lib/audit/record-audit";
import { canonicalEmail } from "@/lib/auth/canonical-email";
import { checkPassphrase, hashPassphrase, verifyPassphrase } from "@/lib/auth/passphrase";
import { countAttempt } from "@/lib/auth/rate-limit";
import type { ServiceContext } from "@/lib/context";
import { database, type Transaction } from "@/lib/db/client";
import { uniqueViolation } from "@/lib/db/map-error";
import { withTransaction } from "@/lib/db/transaction";
import { ServiceError } from "@/lib/errors";
import { grant, spendLink, usableLink } from "./internal";
import { AcceptJoinLinkInput } from "./schema";

/**
 * Sets a passphrase and joins. Who has an account already must give its passphrase: a link never resets one, so that
 * a forwarded link cannot take an account over.
 */
export async function acceptJoinLink(
  ctx: ServiceContext,
  input: unknown,
): Promise<{ userId: string; studySlug: string | null }> {
  const { token, email: raw, name, passphrase } = AcceptJoinLinkInput.parse(input);
  const email = canonicalEmail(raw);
  await countAttempt(ctx, `join:${email}`, 10, 15 * 60_000);
  await usableLink(database(ctx), token);
  const known = await database(ctx).user.findUnique({
    where: { email },
    select: { id: true, passphraseHash: true, disabledAt: true },
  });
  if (known && (known.disabledAt || !(await verifyPassphrase(passphrase, known.passphraseHash)))) throw accountExists();
  if (!known) checkPassphrase(passphrase);
  if (!known && !name) throw new ServiceError("bad_input", "Please give a name.");
  const passphraseHash = known?.passphraseHash ?? (await hashPassphrase(passphrase));

  return withTransaction(ctx, async (tx) => {
    const link = await usableLink(tx, token);
    await spendLink(tx, link);
    const user = known ?? (await createUser(tx, { email, name: name ?? email, passphraseHash }));
    await grant(tx, link, user.id);
    const study = link.studyId
      ? await tx.study.findUnique({ where: { id: link.studyId }, select: { slug: true } })
      : null;
    await recordAudit(tx, ctx, {
      studyId: link.studyId ?? INSTANCE,
      action: "join-link.accept",
      subject: user.id,
      detail: { linkId: link.id, role: link.role, administrator: link.administrator },
    });

    return { userId: user.id, studySlug: study?.slug ?? null };
  });
}

/** Two people with one new address at once: the second one must know the first one's passphrase. */
async function createUser(tx: Transaction, data: { email: string; name: string; passphraseHash: string }) {
  return tx.user.create({ data, select: { id: true } }).catch((error) => {
    throw uniqueViolation(error) ? accountExists() : error;
  });
}

function accountExists(): ServiceError {
  return new ServiceError(
    "bad_input",
    "There is an account for this address already. Give its passphrase to join with it.",
  );
}
