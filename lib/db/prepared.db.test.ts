import { expect, test } from "vitest";
import type { ServiceContext } from "@/lib/context";
import { disconnect, prisma } from "./client";
import { queryPrepared } from "./prepared";
import { sql } from "./sql";

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "test" };

test("after disconnect no connection of this process is left, so that the last one out can stop the server", async () => {
  await prisma().study.count();
  const mine = () =>
    queryPrepared<{ n: number }>(
      ctx,
      "mine",
      sql`SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = ${"assay hot"} AND pid <> pg_backend_pid()`,
    );
  expect(await mine()).toEqual([{ n: 0 }]);
  await Promise.all([mine(), mine(), mine()]);
  await disconnect();
  await expect.poll(async () => (await mine())[0]!.n).toBe(0);
});
