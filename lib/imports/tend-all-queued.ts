import { requireAdministrator } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { tendQueued } from "./end-queued";

/** For a nightly job: queued imports that nobody looks at are looked after too, in every study. */
export async function tendAllQueued(ctx: ServiceContext): Promise<void> {
  requireAdministrator(ctx);
  const studies = await database(ctx).import.findMany({
    where: { state: "queued" },
    distinct: ["studyId"],
    select: { studyId: true },
  });
  for (const { studyId } of studies) await tendQueued(ctx, studyId);
}
