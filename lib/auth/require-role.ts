import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { Role } from "@/lib/db/generated/enums";
import { notFound, ServiceError } from "@/lib/errors";

export type { Role };

/** Roles that an administrator has in every study. Labelling is not among them: who rates must be a member as a rater. */
const ADMINISTRATOR_ROLES: readonly Role[] = ["researcher", "adjudicator", "auditor"];
const ALL_ROLES: readonly Role[] = ["researcher", "adjudicator", "rater", "auditor"];

/** The roles of the actor in a study, read from the rows now. Empty for strangers. */
export async function rolesIn(ctx: ServiceContext, studyId: string): Promise<readonly Role[]> {
  const { actor } = ctx;
  if (actor.kind === "anonymous") return [];
  // Who may enter every study still finds none under an unknown id.
  if ((actor.kind !== "user" || actor.administrator) && !(await exists(ctx, studyId))) return [];
  if (actor.kind !== "user") return ALL_ROLES;
  const rows = await database(ctx).membership.findMany({
    where: { studyId, userId: actor.userId },
    select: { role: true },
  });
  const roles = rows.map((row) => row.role);

  return actor.administrator ? [...new Set([...roles, ...ADMINISTRATOR_ROLES])] : roles;
}

async function exists(ctx: ServiceContext, studyId: string): Promise<boolean> {
  return (await database(ctx).study.count({ where: { id: studyId } })) === 1;
}

/**
 * Passes when the actor has one of the roles in the study. A stranger learns nothing (404, as for an unknown id);
 * a member without the role is told so (403).
 */
export async function requireRole(
  ctx: ServiceContext,
  studyId: string,
  roles: readonly Role[],
): Promise<readonly Role[]> {
  if (ctx.actor.kind === "anonymous") throw signInFirst();
  const held = await rolesIn(ctx, studyId);
  if (held.length === 0) throw notFound("This study");
  if (!held.some((role) => roles.includes(role))) {
    throw new ServiceError("forbidden", `This needs the role ${roles.join(" or ")} in this study. Ask its researcher.`);
  }

  return held;
}

export function requireAdministrator(ctx: ServiceContext): void {
  const { actor } = ctx;
  if (actor.kind === "anonymous") throw signInFirst();
  if (actor.kind === "user" && !actor.administrator) throw notFound();
}

/** The signed-in person's id; for verbs that are about oneself. */
export function requireUser(ctx: ServiceContext): string {
  if (ctx.actor.kind !== "user") throw signInFirst();

  return ctx.actor.userId;
}

function signInFirst(): ServiceError {
  return new ServiceError("unauthenticated", "Please sign in. Nothing that you typed on this page is lost.");
}
