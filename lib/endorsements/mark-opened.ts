import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { openInvitation } from "./internal";
import { moveInvitation } from "./move-invitation";
import { OpenedInput } from "./schema";

/** Somebody typed or tapped on the page. The page sends this after a trusted input alone: mail scanners make none. */
export async function markOpened(ctx: ServiceContext, input: unknown): Promise<{ opened: true }> {
  const { token } = OpenedInput.parse(input);

  return withTransaction(ctx, async (tx) => {
    const held = await openInvitation(tx, token);
    await moveInvitation(tx, held, "opened", new Date());

    return { opened: true };
  });
}
