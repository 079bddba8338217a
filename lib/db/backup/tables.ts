import type pg from "pg";
import { run } from "@/lib/db/connection";
import { sql } from "@/lib/db/sql";

export type Table = { name: string; columns: string[]; key: string[] };

/** All tables but the migrations' own, those that others refer to first, with the columns of their primary keys. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await run<Table & { needs: string[] }>(
    client,
    sql`
      SELECT c.relname AS name,
        ARRAY(SELECT a.attname::text FROM pg_attribute a
              WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum) AS columns,
        ARRAY(SELECT a.attname::text FROM pg_constraint k
              CROSS JOIN LATERAL unnest(k.conkey) WITH ORDINALITY AS u(attnum, place)
              JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = u.attnum
              WHERE k.conrelid = c.oid AND k.contype = 'p' ORDER BY u.place) AS key,
        ARRAY(SELECT DISTINCT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
              WHERE k.conrelid = c.oid AND k.contype = 'f' AND f.oid <> c.oid) AS needs
      FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'
      ORDER BY c.relname`,
  );
  const ordered: Table[] = [];
  const waiting = new Map(rows.map((row) => [row.name, row]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter((row) => row.needs.every((name) => !waiting.has(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...waiting.keys()].join(", ")}.`);
    for (const { name, columns, key } of ready) {
      ordered.push({ name, columns, key });
      waiting.delete(name);
    }
  }
  return ordered;
}

export async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const { rows: found } = await run<{ there: boolean }>(
    client,
    sql`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await run<{ name: string }>(
    client,
    sql`SELECT migration_name AS name FROM _prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map((row) => row.name);
}
