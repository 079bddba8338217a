import { doNotAsk } from "@/lib/campaigns/do-not-ask";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { decline } from "./end-response";
import { openInvitation } from "./internal";
import { HeldInput } from "./schema";

/**
 * What a mail program's "unsubscribe" does (RFC 8058): nobody of this study writes to the person again. Who has agreed
 * keeps their answers, since that is not what they were asked about; for everybody else it is to decline. Again is once.
 */
export async function unsubscribe(ctx: ServiceContext, input: unknown): Promise<void> {
  const { token } = HeldInput.parse(input);
  const { studyId, invitee, closed } = await openInvitation(database(ctx), token);
  const { response, email } = invitee;
  if (response?.declinedAt) return;
  if (response?.consentAt || closed) return withTransaction(ctx, (tx) => doNotAsk(tx, studyId, email));
  await decline(ctx, { token, opId: uuid7(), revision: response?.revision ?? 0 });
}
