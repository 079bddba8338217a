import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound, ServiceError } from "@/lib/errors";
import { ReadStudyInput } from "./schema";

// A study's address never changes, so what was found once need not be asked again at every key press.
const found = new Map<string, string>();

/**
 * The id behind an address, for the verb that is called with it: that verb decides who may. An unknown address and
 * somebody else's study answer alike, and people who are not signed in learn of neither.
 */
export async function findStudyId(ctx: ServiceContext, input: unknown): Promise<string> {
  const parsed = ReadStudyInput.safeParse(input);
  if (ctx.actor.kind === "anonymous")
    throw new ServiceError("unauthenticated", "Please sign in. Nothing that you typed on this page is lost.");
  if (!parsed.success) throw notFound("This study");
  const { slug } = parsed.data;
  const known = found.get(slug);
  if (known) return known;
  const study = await database(ctx).study.findUnique({ where: { slug }, select: { id: true } });
  if (!study) throw notFound("This study");
  if (found.size > 1000) found.clear();
  found.set(slug, study.id);

  return study.id;
}
