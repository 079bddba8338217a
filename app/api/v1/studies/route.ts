import { route } from "@/lib/http/route";
import { createStudy } from "@/lib/studies/create-study";
import { listStudies } from "@/lib/studies/list-studies";

export const GET = route(async ({ ctx }) => ({ studies: await listStudies(ctx) }));
export const POST = route(({ ctx, body }) => createStudy(ctx, body));
