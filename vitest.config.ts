import path from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;
const alias = { "@": root, "server-only": path.join(root, "scripts/empty-module.ts") };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["{lib,components,bin,scripts}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.db.test.ts", "node_modules/**"],
          testTimeout: 30_000, // A hang guard: the longest take two or three seconds on an idle machine.
        },
      },
      {
        resolve: { alias },
        test: {
          name: "db",
          include: ["{lib,bin,scripts,prisma}/**/*.db.test.ts"],
          exclude: ["node_modules/**"],
          globalSetup: ["scripts/test-database.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
