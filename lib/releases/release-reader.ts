import type { ServiceContext } from "@/lib/context";
import { withBulk } from "@/lib/db/copy";
import type { Snapshot } from "@/lib/db/snapshot";
import { identifier, Sql, sql } from "@/lib/db/sql";
import { type PatchBase, viewAsReleased } from "./patch-view";

/** One RepeatableRead moment, for plain queries and for verbs alike: all that a release says is of it. */
export type ReleaseReader = {
  snapshot: Snapshot;
  /** Verbs that read through Prisma, at the same moment. */
  verbs<T>(fn: (ctx: ServiceContext) => Promise<T>): Promise<T>;
  /** Of a patch: the release that it repeats, and how many of its answers were withdrawn since. */
  patch: { base: PatchBase; withdrawn: number } | null;
};

/**
 * Opens the moment, and ends it whatever happens. Nothing can be written through it. With a `base` the moment is that
 * of a finished release, less what was withdrawn since.
 */
export function withReleaseReader<T>(
  ctx: ServiceContext,
  base: PatchBase | null,
  fn: (reader: ReleaseReader) => Promise<T>,
): Promise<T> {
  return withBulk(async (bulk) => {
    await bulk.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
    const withdrawn = base ? await viewAsReleased(ctx, bulk, base) : 0;
    await bulk.execute(sql`SET TRANSACTION READ ONLY`);
    const [row] = await bulk.rows<{ id: string }>(sql`SELECT pg_current_snapshot()::text AS id`);
    let cursors = 0;

    async function* pages<R extends Record<string, unknown>>(statement: Sql, size = 2_000): AsyncGenerator<R[]> {
      cursors += 1;
      const cursor = identifier(`assay_release_${cursors}`);
      // FETCH takes no parameter for its count.
      const fetch = sql`FETCH FORWARD ${new Sql([String(Math.trunc(size))], [])} FROM ${cursor}`;
      await bulk.execute(sql`DECLARE ${cursor} NO SCROLL CURSOR FOR ${statement}`);
      try {
        for (;;) {
          const page = await bulk.rows<R>(fetch);
          if (page.length === 0) break;
          yield page;
        }
      } finally {
        await bulk.execute(sql`CLOSE ${cursor}`).catch(() => undefined);
      }
    }

    return fn({
      patch: base && { base, withdrawn },
      snapshot: {
        id: row?.id ?? "",
        rows: (statement) => bulk.rows(statement),
        pages,
        copyOut() {
          throw new Error("A release is read in pages.");
        },
        close: async () => undefined,
      },
      verbs: (work) => bulk.withPrisma(ctx, (_, inside) => work(inside)),
    });
  });
}
