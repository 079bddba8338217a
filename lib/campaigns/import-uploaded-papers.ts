import { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { importFocalPapers } from "./import-focal-papers";
import { CampaignScope } from "./schema";
import type { PapersImported } from "./wire";

const Input = CampaignScope.extend({ fileName: z.string().min(1).max(255), request: z.instanceof(Request) });

/** Focal papers whose file is a request's body, read as it arrives and never put on a disk. */
export async function importUploadedPapers(ctx: ServiceContext, input: unknown): Promise<PapersImported> {
  const { request, ...scope } = Input.parse(input);
  await requireRole(ctx, scope.studyId, ["researcher"]);
  if (request.headers.get("content-encoding")) {
    throw new ServiceError("unsupported", "Compressed bodies are not accepted.");
  }

  return importFocalPapers(ctx, { ...scope, bytes: piecesOf(request.body) });
}

async function* piecesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    yield part.value;
  }
}
