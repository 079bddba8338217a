import { PrismaPg } from "@prisma/adapter-pg";
import type { ServiceContext } from "@/lib/context";
import { env } from "@/lib/env";
import { type Prisma, PrismaClient } from "./generated/client";
import { closePrepared } from "./prepared";
import { assertStrictWhere } from "./strict-where";

/** What `ServiceContext.db` holds: the client inside an open transaction. */
export type Transaction = Prisma.TransactionClient;

const store = globalThis as typeof globalThis & { assayPrisma?: { url: string; client: PrismaClient } };

/** The process's one client. DATABASE_URL is set by `assay start`, by commands and by the tests' global setup. */
export function prisma(): PrismaClient {
  const url = env().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start through `assay`, or name a PostgreSQL >= 15.");
  if (store.assayPrisma?.url !== url) store.assayPrisma = { url, client: createClient(url) };
  return store.assayPrisma.client;
}

/** The transaction of this context, else the client itself. For reads; writes go through `withTransaction`. */
export function database(ctx: Pick<ServiceContext, "db">): Transaction | PrismaClient {
  return ctx.db ?? prisma();
}

/** Ends every pool of this process. */
export async function disconnect(): Promise<void> {
  const open = store.assayPrisma;
  store.assayPrisma = undefined;
  await Promise.all([open?.client.$disconnect(), closePrepared()]);
}

export function createClient(url: string): PrismaClient {
  const adapter = new PrismaPg(
    {
      connectionString: url,
      max: env().ASSAY_POOL,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      application_name: "assay",
      // Compiling a plan takes longer than any query of ours runs (measured: seconds on small tables).
      options: "-c timezone=UTC -c jit=off",
    },
    // A connection that dies while idle is replaced at the next query; unheard, its error would end the process.
    { onPoolError: () => undefined, onConnectionError: () => undefined },
  );
  const client = new PrismaClient({ adapter });
  const strict = client.$extends({
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          assertStrictWhere(`${model}.${operation}`, args);
          return query(args);
        },
      },
    },
  });
  // An extension of queries alone leaves the client's type as it was; the extended type only slows the compiler.
  return strict as unknown as PrismaClient;
}
