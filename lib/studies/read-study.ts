import { type Role, requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { ReadStudyInput } from "./schema";

export type StudyView = {
  studyId: string;
  slug: string;
  name: string;
  description: string;
  demo: boolean;
  licence: string;
  sourceUrl: string;
  codebookVersion: number;
  /** The actor's roles, read now. */
  roles: readonly Role[];
};

/** A study by its address, for any of its members. The way every page and route gets from a slug to an id. */
export async function readStudy(ctx: ServiceContext, input: unknown): Promise<StudyView> {
  const { slug } = ReadStudyInput.parse(input);
  const study = await database(ctx).study.findUnique({
    where: { slug },
    include: { codebooks: { orderBy: { version: "desc" }, take: 1, select: { version: true } } },
  });
  if (!study) throw notFound("This study");
  const roles = await requireRole(ctx, study.id, ["researcher", "adjudicator", "rater", "auditor"]);

  return {
    studyId: study.id,
    slug: study.slug,
    name: study.name,
    description: study.description,
    demo: study.demo,
    licence: study.licence,
    sourceUrl: study.sourceUrl,
    codebookVersion: study.codebooks[0]?.version ?? 0,
    roles,
  };
}
