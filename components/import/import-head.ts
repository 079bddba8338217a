import type { MasterSetFile } from "@/lib/corpus/read-events";
import type { BadFiles, DocumentOptions, ImportFormat, ImportHead, RecordKind } from "@/lib/imports/wire";
import { nameOf } from "./format";
import type { Typed } from "./kind-options";

type Choices = {
  format: ImportFormat;
  separator: string;
  mapping: { map: Record<string, string>; labels: Record<string, string> };
  typed: Typed;
  study: { licence: string; sourceUrl: string };
  papers: readonly { paper: MasterSetFile }[];
  /** MasterSet files: their columns are known. */
  fixed: boolean;
};

/** What the server is told of an import; empty fields are left out. */
export function importHead(
  kind: RecordKind,
  importId: string,
  files: readonly File[],
  { format, separator, mapping, typed, study, papers, fixed }: Choices,
): ImportHead {
  const { map, labels } = mapping;
  const reading = { format, map, ...(separator !== "" && { separator }) };
  const listed = files.map((file, i) => {
    const paper = fixed ? papers[i]?.paper : undefined;
    return { name: nameOf(file), size: file.size, ...(paper && { paper }) };
  });
  const given = (name: keyof Typed) => (typed[name].trim() === "" ? {} : { [name]: typed[name].trim() });
  if (kind === "items") {
    const licence = typed.licence.trim() === study.licence ? {} : given("licence");
    const source = typed.sourceUrl.trim() === study.sourceUrl ? {} : given("sourceUrl");
    return { kind, importId, files: listed, options: { ...reading, ...licence, ...source } };
  }
  if (kind === "judge") {
    const judge = { ...given("run"), ...given("model"), ...given("promptHash") };
    return { kind, importId, files: listed, options: { ...reading, labels, ...judge } };
  }

  return { kind, importId, files: listed, options: { ...reading, labels, ...given("rater"), ...given("round") } };
}

/** How papers are read: typed once for all files. */
export type PaperReading = { format: NonNullable<DocumentOptions["format"]>; window: string; badFiles: BadFiles };

export function paperHead(
  importId: string,
  files: readonly File[],
  { format, window, badFiles }: PaperReading,
  typed: Pick<Typed, "licence" | "sourceUrl">,
  study: { licence: string; sourceUrl: string },
): ImportHead {
  const changed = (name: "licence" | "sourceUrl") => {
    const value = typed[name].trim();
    return value === "" || value === study[name] ? {} : { [name]: value };
  };
  const options = { format, window: Number(window), badFiles, ...changed("licence"), ...changed("sourceUrl") };

  return {
    kind: "documents",
    importId,
    files: files.map((file) => ({ name: nameOf(file), size: file.size })),
    options,
  };
}
