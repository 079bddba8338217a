import { canonicalEmail } from "@/lib/auth/canonical-email";
import { requireAdministrator } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { SubjectInput } from "./schema";

/** All that is held about the owner of an address: what they said, when, and as whom. Links and hashes of links are left out. */
export async function exportSubject(ctx: ServiceContext, input: unknown) {
  const { email: raw } = SubjectInput.parse(input);
  requireAdministrator(ctx);
  const email = canonicalEmail(raw);
  const db = database(ctx);
  const invitees = await db.invitee.findMany({
    where: { email },
    include: {
      campaign: { select: { name: true, study: { select: { name: true, slug: true } } } },
      papers: { include: { focal: { select: { corpusId: true, title: true } } } },
      invitations: { include: { messages: true } },
      response: { include: { events: { orderBy: { revision: "asc" } }, endorsements: true, inspirations: true } },
      mailReplies: true,
    },
  });
  const user = await db.user.findUnique({
    where: { email },
    select: {
      id: true,
      name: true,
      createdAt: true,
      administrator: true,
      sessions: { select: { createdAt: true, expiresAt: true, revokedAt: true } },
      memberships: { select: { role: true, createdAt: true, study: { select: { name: true } } } },
      raters: { select: { studyId: true, id: true, pseudonym: true } },
    },
  });
  const labels = await Promise.all(
    (user?.raters ?? []).map(({ studyId, id }) =>
      db.labelEvent.findMany({
        where: { studyId, raterId: id },
        select: { itemId: true, question: true, value: true, note: true, at: true },
        orderBy: { seq: "asc" },
      }),
    ),
  );

  return { email, exportedAt: new Date().toISOString(), asAuthor: invitees, account: user, labels: labels.flat() };
}
