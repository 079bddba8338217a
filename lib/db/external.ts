import { ServiceError } from "@/lib/errors";
import { connect, run } from "./connection";
import { sql } from "./sql";
import { assertDurable } from "./supervisor/adopt";

const OLDEST = 150_000;

/** Whether the PostgreSQL of DATABASE_URL will do: its version, encoding and durability. */
export async function checkExternal(url: string): Promise<void> {
  const client = await connect(url, "assay check").catch((error: Error) => {
    throw new ServiceError(
      "unavailable",
      `The PostgreSQL of DATABASE_URL cannot be reached: ${error.message || String(error)}.`,
    );
  });
  try {
    const { rows } = await run<{ number: number; version: string }>(
      client,
      sql`SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
    );
    assertVersion(rows[0]?.number ?? 0, rows[0]?.version ?? "unknown");
    await assertDurable(client);
  } finally {
    await client.end();
  }
}

export function assertVersion(number: number, version: string): void {
  if (number >= OLDEST) return;
  throw new ServiceError("unavailable", `DATABASE_URL names PostgreSQL ${version}; Assay needs version 15 or later.`);
}
