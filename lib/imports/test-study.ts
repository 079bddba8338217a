import { randomUUID } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { createStudy } from "@/lib/studies/create-study";
import type { ImportFile } from "./schema";

/** For tests: a study of their own, and files from texts. */
export const command: ServiceContext = { actor: { kind: "command" }, requestId: "test" };

export async function newStudy(codebook: string | object): Promise<string> {
  const source =
    typeof codebook === "string"
      ? { builtIn: codebook }
      : { text: JSON.stringify(codebook), fileName: "codebook.json" };
  const slug = `t-${randomUUID()}`;
  const { studyId } = await createStudy(command, { slug, name: "A study", codebook: source });

  return studyId;
}

export function file(name: string, content: string | Uint8Array, more: Partial<ImportFile> = {}): ImportFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;

  return { name, bytes: chunks(bytes), ...more };
}

/** Pieces of odd sizes, so that no reader may count on where they end. */
async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 65_537) {
    yield bytes.subarray(at, at + size);
  }
}

export function lines(...records: object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** One ordinal question, 0 to 3; items carry ids only: the judgements of a retrieval track. */
export const FOUR_POINT = {
  assay: 1,
  id: "four-point",
  title: "Relevance",
  item: {
    fields: [
      { id: "qid", label: "Query", type: "text", showTo: "both" },
      { id: "docid", label: "Passage", type: "text", showTo: "both" },
    ],
    focal: "qid",
    target: "docid",
  },
  questions: [
    {
      id: "relevance",
      title: "Relevance",
      text: "How relevant is the passage?",
      scale: "ordinal",
      options: ["0", "1", "2", "3"].map((id) => ({ id, label: `grade ${id}`, key: id })),
    },
  ],
};
