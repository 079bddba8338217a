import { expect, test } from "vitest";
import { env, setEnv } from "@/lib/env";
import { assertVersion, checkExternal } from "./external";
import { provideDatabase } from "./provide";
import { withScratchDatabase } from "./scratch-database";

test("the database of DATABASE_URL is checked, migrated and left alone", async () => {
  const before = env().DATABASE_URL;
  await withScratchDatabase(async (url) => {
    setEnv({ DATABASE_URL: url });
    const provided = await provideDatabase();
    expect(provided).toMatchObject({ url, kind: "external" });
    expect(provided.migrated.length).toBeGreaterThan(0);
    await provided.release();
    expect((await provideDatabase()).migrated).toEqual([]);
    setEnv({ DATABASE_URL: before });
  });
});

test("too old, or not there: a sentence", async () => {
  expect(() => assertVersion(140_012, "14.12")).toThrow(
    "DATABASE_URL names PostgreSQL 14.12; Assay needs version 15 or later.",
  );
  expect(() => assertVersion(150_000, "15.0")).not.toThrow();
  await expect(checkExternal("postgresql://nobody@127.0.0.1:1/none")).rejects.toMatchObject({ code: "unavailable" });
});
