import { defineConfig } from "prisma/config";

// The Prisma CLI is used for `generate` alone (scripts/generate.mjs). Migrations go through lib/db/migrate.ts.
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
