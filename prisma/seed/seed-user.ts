import { randomBytes } from "node:crypto";
import { hashPassphrase } from "@/lib/auth/passphrase";
import { prisma } from "@/lib/db/client";
import type { Role } from "@/lib/db/generated/enums";

export type SeededUser = { userId: string; email: string; name: string; passphrase: string };

/** An account with a random address, a member of the named studies. For demos and tests. */
export async function seedUser(
  options: { administrator?: boolean; name?: string; roles?: { studyId: string; role: Role }[] } = {},
): Promise<SeededUser> {
  const tag = randomBytes(6).toString("hex");
  const passphrase = `orchard lantern ${tag}`;
  const name = options.name ?? `Person ${tag}`;
  const user = await prisma().user.create({
    data: {
      email: `person-${tag}@assay.invalid`,
      name,
      administrator: options.administrator ?? false,
      passphraseHash: await hashPassphrase(passphrase),
      memberships: { create: options.roles ?? [] },
    },
  });

  return { userId: user.id, email: user.email, name, passphrase };
}
