import { requireAdministrator } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";

export type UserRow = {
  userId: string;
  email: string;
  name: string;
  administrator: boolean;
  disabled: boolean;
  createdAt: string;
};

export async function listUsers(ctx: ServiceContext): Promise<UserRow[]> {
  requireAdministrator(ctx);
  const rows = await database(ctx).user.findMany({ orderBy: { createdAt: "asc" } });

  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    name: row.name,
    administrator: row.administrator,
    disabled: row.disabledAt !== null,
    createdAt: row.createdAt.toISOString(),
  }));
}
