import type pg from "pg";

/** Names of the queues; what a job of each carries is said in lib/jobs/jobs.ts. */
export const QUEUES = ["release.build", "mail.send", "corpus.read", "nightly"] as const;

/** That of the installed pg-boss (node_modules/pg-boss/version.json; tested). */
export const JOB_SCHEMA_VERSION = 24;

/**
 * pg-boss's tables, in a schema of their own, and a queue for each name. Called under the migrations' lock. Once they
 * are there this is one question: the package is not even loaded.
 */
export async function ensureJobTables(client: pg.Client): Promise<void> {
  if (await areThere(client)) return;
  const { default: PgBoss } = await import("pg-boss");
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  const boss = new PgBoss({ db, schedule: false, supervise: false });
  await boss.start();
  // A job whose key is waiting already is not queued twice; without a key, each job is its own.
  for (const name of QUEUES) await boss.createQueue(name, { name, policy: "short" });
  await boss.stop({ graceful: false });
}

async function areThere(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: string | null }>("SELECT to_regclass('pgboss.queue')::text AS found");
  if (!rows[0]?.found) return false;
  const { rows: found } = await client.query<{ version: number; queues: number }>(
    `SELECT version, (SELECT count(*)::int FROM pgboss.queue WHERE name = ANY($1)) AS queues FROM pgboss.version`,
    [[...QUEUES]],
  );
  return found[0]?.version === JOB_SCHEMA_VERSION && found[0].queues === QUEUES.length;
}
