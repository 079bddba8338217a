import { requireRole } from "@/lib/auth/require-role";
import { type CheckedItem, itemChecker } from "@/lib/codebooks/check-item";
import { mapColumns } from "@/lib/codebooks/import-columns";
import type { Codebook } from "@/lib/codebooks/schema";
import type { ServiceContext } from "@/lib/context";
import { fileStem } from "@/lib/corpus/masterset";
import type { CopyValue } from "@/lib/db/copy-text";
import { ServiceError } from "@/lib/errors";
import { readCodebook } from "@/lib/studies/read-codebook";
import { updateStudy } from "@/lib/studies/update-study";
import { unknownFields } from "./check-mapping";
import { contentText } from "./content-text";
import { itemFacts, sha256 } from "./item-facts";
import { readFiles } from "./read-files";
import { rowIds } from "./row-ids";
import { type ImportRun, runImport } from "./run-import";
import { ImportItemsInput } from "./schema";
import { stageItems, storeItems } from "./store-items";
import type { ImportView } from "./wire";

/**
 * Items from files, checked against the study's newest codebook: all of them, or none. The same file again adds
 * nothing; an item that is there with other content is a fault. Faults do not throw: they are in what is returned.
 */
export async function importItems(ctx: ServiceContext, input: unknown): Promise<ImportView> {
  const { studyId, importId, files, options } = ImportItemsInput.parse(input);
  await requireRole(ctx, studyId, ["researcher"]);
  const { codebook, version } = await readCodebook(ctx, { studyId });
  const unknown = unknownFields(codebook, options.map, ["key"]);
  if (unknown.length > 0) throw new ServiceError("bad_input", `The codebook has no field ${unknown.join(", ")}.`);

  return runImport(ctx, { studyId, importId, kind: "items", files, options }, async (bulk, run) => {
    await stageItems(bulk, itemRows(run, codebook, files, options));
    const result = await storeItems(bulk, run, files);
    const { licence, sourceUrl } = options;
    if (run.faults.total === 0 && (licence !== undefined || sourceUrl !== undefined)) {
      const changes = { ...(licence && { licence }), ...(sourceUrl && { sourceUrl }) };
      await bulk.withPrisma(ctx, (_, inner) => updateStudy(inner, { studyId, ...changes }));
    }

    return { ...result, detail: { codebookVersion: version } };
  });
}

type Input = ReturnType<typeof ImportItemsInput.parse>;

async function* itemRows(
  run: ImportRun,
  codebook: Codebook,
  files: Input["files"],
  options: Input["options"],
): AsyncGenerator<CopyValue[]> {
  const check = itemChecker(codebook);
  const facts = itemFacts(codebook);
  const ignored = new Set<string>();
  const ids = rowIds();
  let seq = 0;
  const ofPaper = codebook.item.fields.some((field) => field.id === "query_id");
  for await (const { file, order, format, records } of readFiles(run, files, options)) {
    const paper = format === "masterset" && ofPaper ? { query_id: fileStem(file.name) } : {};
    for (const { line, value } of records) {
      const item = check(mapColumns({ ...paper, ...value }, options.map));
      for (const name of item.ignored) if (ignored.size < 30) ignored.add(name);
      if (!item.ok || item.key === undefined) {
        for (const fault of faultsOf(item, options.map)) run.faults.add({ file: file.name, line, ...fault }, order);
        continue;
      }
      const content = contentText(item.content);
      const { windowHash, located, empty } = facts(item.content);
      if (empty) run.notices.add("Items without any context, imported with nothing to read", line);
      const hash = sha256(content);
      const { key, focalKey = null, targetKey = null } = item;
      seq += 1;
      yield [seq, order, line, ids.next().value, key, content, hash, focalKey, targetKey, windowHash, located];
    }
  }
  if (ignored.size > 0) {
    run.notices.add(`Columns that the codebook does not know were left out: ${[...ignored].join(", ")}.`);
  }
}

function faultsOf(item: CheckedItem, map: Readonly<Record<string, string>>): { column?: string; reason: string }[] {
  if (item.faults.length === 0) {
    return [{ column: "key", reason: "This record has no key: name a column for it, or for the fields that make it." }];
  }

  return item.faults.map(({ column, path, reason }) => ({
    ...(column === "" ? {} : { column: `${map[column] ?? column}${path}` }),
    reason,
  }));
}
