import type { ServiceContext } from "@/lib/context";
import { readStudy, type StudyView } from "@/lib/studies/read-study";
import { UsageError } from "./command";

/** The study that `--study SLUG` names. */
export async function findStudy(ctx: ServiceContext, slug: string | undefined): Promise<StudyView> {
  if (!slug) throw new UsageError("Name the study: --study SLUG (see `assay studies list`).");

  return readStudy(ctx, { slug });
}
