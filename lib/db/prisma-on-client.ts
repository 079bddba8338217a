import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import type { Transaction } from "./client";
import { PrismaClient } from "./generated/client";

const TEN_MINUTES = 600_000;

/**
 * Prisma inside a transaction that a pg client has already begun, so that verbs and audit events join a bulk import's
 * transaction. Prisma's own BEGIN and COMMIT become a savepoint of it.
 */
export async function withPrismaOn<T>(client: pg.Client, fn: (tx: Transaction) => Promise<T>): Promise<T> {
  const prisma = new PrismaClient({ adapter: new PrismaPg(new OneClientPool(client)) });
  try {
    return await prisma.$transaction(fn, { timeout: TEN_MINUTES, maxWait: TEN_MINUTES });
  } finally {
    await prisma.$disconnect();
  }
}

const TRANSLATED: Record<string, string> = {
  BEGIN: "SAVEPOINT assay_prisma",
  COMMIT: "RELEASE SAVEPOINT assay_prisma",
  ROLLBACK: "ROLLBACK TO SAVEPOINT assay_prisma",
};

class OneClientPool extends pg.Pool {
  constructor(private readonly only: pg.Client) {
    super({ max: 1 });
    const lent = {
      query: (config: pg.QueryConfig) => {
        const text = TRANSLATED[config.text.trim()];
        return text === undefined ? this.only.query(config) : this.only.query(text);
      },
      release: () => undefined,
      on: () => undefined,
      removeListener: () => undefined,
    };
    // The adapter asks a pool for two things only: one client, and plain queries.
    this.connect = (async () => lent) as unknown as typeof this.connect;
    this.query = lent.query as unknown as typeof this.query;
  }
}
