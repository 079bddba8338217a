import { ServiceError } from "@/lib/errors";
import { findStudyId } from "@/lib/studies/find-study-id";
import { type Call, type RouteOptions, route } from "./route";

export type StudyCall = Call & {
  studyId: string;
  /** The body's members with the study's id, for a verb to parse. A body cannot name another study. */
  input: Record<string, unknown>;
};

/** A route under /studies/[slug]: the address decides the study, the verb who may: strangers get its 404. */
export function studyRoute(handle: (call: StudyCall) => Promise<unknown>, options?: RouteOptions) {
  return route(async (call) => {
    const studyId = await findStudyId(call.ctx, { slug: call.params.slug });
    const body = call.body ?? {};
    if (typeof body !== "object" || Array.isArray(body) || "studyId" in body) {
      throw new ServiceError("bad_input", "The body must be an object that does not name a study: the address does.");
    }

    return handle({ ...call, studyId, input: { ...body, studyId } });
  }, options);
}
