import type PgBoss from "pg-boss";
import { type Sql, sql } from "@/lib/db/sql";

/** One run of a job: `attempt` goes up when another worker takes the job over, so that a late one is known as such. */
export type Run = { name: string; id: string; attempt: number };

async function update(db: PgBoss.Db, run: Run, set: Sql): Promise<boolean> {
  const { text, values } = sql`
    UPDATE pgboss.job SET ${set}
    WHERE name = ${run.name} AND id = ${run.id} AND state = 'active' AND retry_count = ${run.attempt} RETURNING id`;
  const { rows } = await db.executeSql(text, [...values]);

  return rows.length === 1;
}

/** A sign of life: from now on the job is ours for `seconds`. False where it is no longer. */
export function renew(db: PgBoss.Db, run: Run, seconds: number): Promise<boolean> {
  return update(db, run, sql`started_on = clock_timestamp(), expire_in = make_interval(secs => ${seconds})`);
}

/** Back to the others at once, and not counted as a failure: this process stops. */
export function giveBack(db: PgBoss.Db, run: Run): Promise<boolean> {
  return update(db, run, sql`state = 'retry', started_on = NULL, start_after = clock_timestamp()`);
}

/** What fails now has failed for good. */
export function allowNoRetry(db: PgBoss.Db, run: Run): Promise<boolean> {
  return update(db, run, sql`retry_limit = retry_count`);
}
