import pg from "pg";
import type PgBoss from "pg-boss";
import { connect } from "@/lib/db/connection";
import { CHANNEL } from "./queue";

export type JobDatabase = PgBoss.Db & {
  /** Calls `heard` with the name of a queue whenever a job of it is committed, in whatever process. */
  listen(heard: (name: string | undefined) => void): void;
  close(): Promise<void>;
};

const AGAIN = 1_000;

/** A few connections of the workers' own: a job that waits for one of the studio's could hold up those who label. */
export function openJobDatabase(url: string): JobDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 3,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "assay jobs",
    options: "-c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=60s",
  });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  let closed = false;
  let listener: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function listen(heard: (name: string | undefined) => void): Promise<void> {
    const again = () => {
      listener = undefined;
      if (!closed) timer = setTimeout(() => void listen(heard), AGAIN);
    };
    try {
      const client = await connect(url, "assay jobs");
      if (closed) return await client.end();
      listener = client;
      client.once("end", again);
      client.on("notification", ({ payload }) => heard(payload));
      await client.query(`LISTEN ${CHANNEL}`);
      heard(undefined);
    } catch {
      if (!listener) again(); // Else its end calls again.
    }
  }

  return {
    async executeSql(text, values) {
      const client = await pool.connect();
      try {
        const result = await client.query(text, values);
        client.release();

        return result;
      } catch (error) {
        client.release(true); // pg-boss's BEGIN … COMMIT may be left open in it.
        throw error;
      }
    },
    listen: (heard) => void listen(heard),
    async close() {
      closed = true;
      clearTimeout(timer);
      await Promise.all([listener?.end().catch(() => undefined), pool.end()]);
    },
  };
}
