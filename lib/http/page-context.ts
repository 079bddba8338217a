import { randomUUID } from "node:crypto";
import { cookies } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { readActor } from "@/lib/auth/read-actor";
import type { ServiceContext } from "@/lib/context";
import { explainParseError, ServiceError } from "@/lib/errors";

/** The context of a page that anybody may open. */
export async function pageContext(): Promise<ServiceContext> {
  const requestId = randomUUID();

  return { actor: await readActor(await cookies(), requestId), requestId };
}

/** The context of a signed-in page; others go to the sign-in form and come back to `here`. */
export async function signedInContext(here: string): Promise<ServiceContext> {
  const ctx = await pageContext();
  if (ctx.actor.kind !== "user") redirect(`/sign-in?next=${encodeURIComponent(here)}`);

  return ctx;
}

/** Awaits a verb in a page: `not_found` and `forbidden` become the 404 page, before any Suspense. */
export async function orNotFound<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    const error = explainParseError(thrown);
    if (
      error instanceof ServiceError &&
      (error.code === "not_found" || error.code === "forbidden" || error.code === "bad_input")
    ) {
      notFound();
    }
    throw error;
  }
}
