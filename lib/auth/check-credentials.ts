import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { canonicalEmail } from "./canonical-email";
import { verifyPassphrase } from "./passphrase";
import { openSession } from "./sessions";

const Input = z.strictObject({ email: z.string().max(320), passphrase: z.string().min(1).max(512) });

/** A session for the right pair, else null: one answer, and one time, for unknown, disabled and wrong. */
export async function checkCredentials(input: unknown): Promise<{ sessionId: string } | null> {
  const parsed = Input.safeParse(input);
  if (!parsed.success) return null;
  const ctx: ServiceContext = { actor: { kind: "anonymous" }, requestId: randomUUID() };
  const user = await findUser(ctx, parsed.data.email);
  const right = await verifyPassphrase(parsed.data.passphrase, user?.passphraseHash);
  if (!user || !right || user.disabledAt) return null;

  return { sessionId: await openSession(ctx, user.id) };
}

async function findUser(ctx: ServiceContext, raw: string) {
  try {
    return await database(ctx).user.findUnique({
      where: { email: canonicalEmail(raw) },
      select: { id: true, passphraseHash: true, disabledAt: true },
    });
  } catch {
    return null;
  }
}
