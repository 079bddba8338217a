import { countAttempt } from "@/lib/auth/rate-limit";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { linkGone, openInvitation } from "./internal";
import { ExchangeInput } from "./schema";

/** A link that works, so that it may become a cookie. Wrong, expired and revoked ones have one answer. */
export async function exchangeToken(
  ctx: ServiceContext,
  input: unknown,
  machine = "local",
): Promise<{ token: string; closed: boolean }> {
  const parsed = ExchangeInput.safeParse(input);
  await countAttempt(ctx, `endorse:${machine}`, 30, 60_000);
  if (!parsed.success) throw linkGone();
  const held = await openInvitation(database(ctx), parsed.data.token);
  await database(ctx).invitationToken.update({
    where: { tokenHash: held.tokenHash },
    data: { exchanges: { increment: 1 }, exchangedAt: new Date() },
    select: { tokenHash: true },
  });

  return { token: parsed.data.token, closed: held.closed };
}
