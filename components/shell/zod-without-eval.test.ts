import { expect, test } from "vitest";

test("zod finds the setting that the browser's first script leaves for it", async () => {
  await import("@/instrumentation-client");
  const { config } = await import("zod");
  expect(config()).toMatchObject({ jitless: true });
});
