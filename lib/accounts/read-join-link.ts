import { countAttempt } from "@/lib/auth/rate-limit";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { linkGone, usableLink } from "./internal";
import { ReadJoinLinkInput, type RoleName } from "./schema";

export type JoinLinkView = { administrator: boolean; role: RoleName | null; studyName: string | null };

/** What a link offers. Reading changes nothing, so that mail scanners do no harm. */
export async function readJoinLink(ctx: ServiceContext, input: unknown, machine = "local"): Promise<JoinLinkView> {
  const parsed = ReadJoinLinkInput.safeParse(input);
  await countAttempt(ctx, `join-link:${machine}`, 60, 60_000);
  if (!parsed.success) throw linkGone();
  const link = await usableLink(database(ctx), parsed.data.token);
  const study = link.studyId
    ? await database(ctx).study.findUnique({ where: { id: link.studyId }, select: { name: true } })
    : null;

  return { administrator: link.administrator, role: link.role, studyName: study?.name ?? null };
}
