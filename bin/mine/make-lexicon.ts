import { readFile } from "node:fs/promises";
import { z } from "zod";
import { printJson } from "@/bin/command";
import { LineWriter } from "@/bin/extract/line-writer";
import { readCorpus, sayFaults, startReading } from "@/bin/extract/read-corpus";
import { readYaml } from "@/lib/codebooks/read-yaml";
import type { DocumentFormat } from "@/lib/corpus/documents/document";
import { sentencesOf } from "@/lib/corpus/mining/adjacent-sentences";
import { listPrefixLength } from "@/lib/corpus/mining/clean-sentence";
import { expandTemplates } from "@/lib/corpus/mining/expand-templates";
import { ConnectiveExtender } from "@/lib/corpus/mining/extend-connectives";
import { lexiconCsv } from "@/lib/corpus/mining/lexicon";
import type { Marker } from "@/lib/corpus/mining/marker";
import { ServiceError } from "@/lib/errors";

const Term = z.union([
  z.string().min(1),
  z.strictObject({
    base: z.string().min(1).optional(),
    plural: z.string().min(1).optional(),
    gerund: z.string().min(1).optional(),
    past: z.string().min(1).optional(),
    one: z.string().min(1).optional(),
    many: z.string().min(1).optional(),
  }),
]);

const TemplateFile = z.strictObject({
  templates: z
    .array(
      z.strictObject({
        relation: z.string(),
        patterns: z.array(z.string().min(1)).min(1),
        lists: z.record(z.string(), z.array(Term).min(1)).default({}),
      }),
    )
    .min(1),
});

/** All markers of a file of templates (YAML or JSON), as a lexicon to vet. */
export async function expandFile(file: string, out: string | undefined, json: boolean): Promise<number> {
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new ServiceError("bad_input", `${file} cannot be read: ${error.message}`);
  });
  const read = readYaml(text);
  if (!read.ok) throw refusal(file, read.faults);
  const parsed = TemplateFile.safeParse(read.value);
  if (!parsed.success)
    throw refusal(
      file,
      parsed.error.issues.map(({ path, message }) => read.locate(path as (string | number)[], message)),
    );
  const lists = parsed.data.templates.map((set) => ({ ...set, lists: set.lists as Record<string, string[]> }));
  const { markers, faults } = expandTemplates(lists);
  if (faults.length > 0) throw refusal(file, faults);
  await writeLexicon(markers, out, json);

  return 0;
}

/** What the connectives of a lexicon file are followed by up to a comma, over a corpus, as a lexicon to vet. */
export async function extendConnectives(request: {
  connectives: readonly Marker[];
  files: readonly string[];
  format: "auto" | DocumentFormat;
  least: number;
  out: string | undefined;
  json: boolean;
}): Promise<number> {
  const reading = startReading();
  const extender = new ConnectiveExtender(request.connectives);
  for await (const document of readCorpus(request.files, request.format, reading))
    for (const block of document.blocks)
      if (block.kind !== "caption")
        for (const { text } of sentencesOf(block)) extender.add(text, listPrefixLength(text));
  const { markers } = extender.markers(request.least);
  await writeLexicon(markers, request.out, request.json);

  return sayFaults(reading) ? 1 : 0;
}

async function writeLexicon(markers: readonly Marker[], out: string | undefined, json: boolean): Promise<void> {
  if (json && out === undefined) {
    printJson(markers);
    return;
  }
  const writer = new LineWriter(out);
  try {
    await writer.write(lexiconCsv(markers));
    await writer.close();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
  if (json) printJson({ file: out, markers: markers.length });
}

function refusal(file: string, faults: readonly { line?: number; column?: number | string; reason: string }[]) {
  const listed = faults.slice(0, 100).map(({ line, column, reason }) => ({
    file,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    reason,
  }));

  return new ServiceError("bad_input", `${file} was not used.`, { faults: listed, total: faults.length });
}
