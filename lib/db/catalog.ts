import { connect, run } from "./connection";
import { sql } from "./sql";

/** What a database is made of, one line a column, index, constraint and enum: to compare two of them. */
export async function describeDatabase(url: string): Promise<string[]> {
  const client = await connect(url, "assay catalog");
  try {
    const { rows } = await run<{ line: string }>(
      client,
      sql`
        SELECT 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
               || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END
               || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') AS line
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p')
        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
        WHERE c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
          AND c.relname <> '_prisma_migrations'
        UNION ALL
        SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
        UNION ALL
        SELECT 'constraint ' || conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid)
        FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid <> 0
          AND conrelid::regclass::text <> '_prisma_migrations'
        UNION ALL
        SELECT 'enum ' || t.typname || ' ' || string_agg(e.enumlabel, ',' ORDER BY e.enumsortorder)
        FROM pg_enum e JOIN pg_type t ON t.oid = e.enumtypid
        WHERE t.typnamespace = 'public'::regnamespace GROUP BY t.typname
        UNION ALL
        SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        ORDER BY 1`,
    );
    return rows.map((row) => row.line);
  } finally {
    await client.end();
  }
}
