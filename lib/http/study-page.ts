import type { ServiceContext } from "@/lib/context";
import { notFound as notFoundError } from "@/lib/errors";
import { readStudy, type StudyView } from "@/lib/studies/read-study";
import { orNotFound, signedInContext } from "./page-context";

/** A studio page's context and study. Raters without another role have no studio: 404, before any Suspense. */
export async function studyPage(slug: string, page = ""): Promise<{ ctx: ServiceContext; study: StudyView }> {
  const ctx = await signedInContext(`/studies/${slug}${page}`);
  const study = await orNotFound(
    readStudy(ctx, { slug }).then((found) => {
      if (found.roles.every((role) => role === "rater")) throw notFoundError("This page");

      return found;
    }),
  );

  return { ctx, study };
}
