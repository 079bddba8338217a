import { requireUser } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";

export type Self = { userId: string; name: string; email: string; administrator: boolean };

/** The signed-in person, for the corner of the page that says who is signed in. */
export async function readSelf(ctx: ServiceContext): Promise<Self> {
  const userId = requireUser(ctx);
  const row = await database(ctx).user.findUniqueOrThrow({
    where: { id: userId },
    select: { name: true, email: true, administrator: true },
  });

  return { userId, ...row };
}
