import { z } from "zod";
import { requireRole } from "@/lib/auth/require-role";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { importHumanLabels } from "./import-human-labels";
import { importItems } from "./import-items";
import { importJudgeLabels } from "./import-judge-labels";
import { queueDocuments } from "./queue-documents";
import { readUpload } from "./read-upload";
import { IMPORT_MEDIA_TYPE, type ImportView } from "./wire";

const Input = z.strictObject({ studyId: z.uuid(), request: z.instanceof(Request) });

const VERBS = { items: importItems, judge: importJudgeLabels, human: importHumanLabels, documents: queueDocuments };

/** An import whose files come in a request's body, read as they arrive and never put on a disk. */
export async function importUpload(ctx: ServiceContext, input: unknown): Promise<ImportView> {
  const { studyId, request } = Input.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  if (request.headers.get("content-encoding")) {
    throw new ServiceError("unsupported", "Compressed bodies are not accepted.");
  }
  if (request.headers.get("content-type")?.split(";")[0]?.trim() !== IMPORT_MEDIA_TYPE) {
    throw new ServiceError("unsupported", `Send the import as ${IMPORT_MEDIA_TYPE}.`);
  }
  const length = request.headers.get("content-length");
  const { head, files, drain } = await readUpload(request.body, length === null ? null : Number(length));
  const { kind, importId, options } = head;
  try {
    return await VERBS[kind](ctx, { studyId, importId, files, options });
  } finally {
    await drain();
  }
}
