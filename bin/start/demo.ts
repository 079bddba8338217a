import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import { env } from "@/lib/env";

/** An empty database (no account, no study) gets the demo study, unless ASSAY_DEMO=0. */
export async function seedDemoIfEmpty(ctx: ServiceContext): Promise<boolean> {
  if (env().ASSAY_DEMO === "0") return false;
  const [users, studies] = await Promise.all([prisma().user.count(), prisma().study.count()]);
  if (users > 0 || studies > 0) return false;
  const { seedDemoStudy } = await import("@/prisma/seed/demo-study");
  await seedDemoStudy(ctx);

  return true;
}
