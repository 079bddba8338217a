import type { ServiceContext } from "@/lib/context";
import { withTransaction } from "@/lib/db/transaction";
import { enqueue } from "@/lib/jobs/queue";
import { createRelease } from "./create-release";
import { CreateReleaseInput } from "./schema";

/** Puts a release down and has it made in the background: the job exists exactly when the row does. */
export async function startRelease(ctx: ServiceContext, input: unknown): Promise<{ releaseId: string }> {
  const { studyId } = CreateReleaseInput.parse(input);

  return withTransaction(ctx, async (_, inside) => {
    const { releaseId } = await createRelease(inside, input);
    await enqueue(inside, "release.build", { studyId, releaseId });

    return { releaseId };
  });
}
