import { readFile } from "node:fs/promises";
import path from "node:path";
import { print, printJson, printTable, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import { CodebookMapping } from "@/lib/codebooks/mapping-schema";
import { pathText } from "@/lib/codebooks/path-text";
import { readYaml } from "@/lib/codebooks/read-yaml";
import { sayChange } from "@/lib/codebooks/say-change";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { addCodebookVersion } from "@/lib/studies/add-codebook-version";
import { listCodebookTasks } from "@/lib/studies/list-codebook-tasks";
import { previewCodebookVersion } from "@/lib/studies/preview-codebook-version";
import { readCodebook } from "@/lib/studies/read-codebook";
import { readCodebookHistory } from "@/lib/studies/read-codebook-history";
import type { CodebookPreview } from "@/lib/studies/wire";

type Values = {
  json: boolean;
  study?: string | undefined;
  add?: string | undefined;
  note?: string | undefined;
  mapping?: string | undefined;
  "dry-run"?: boolean | undefined;
  history?: boolean | undefined;
  tasks?: boolean | undefined;
};

/** `assay studies codebook`: prints, adds or rehearses a version, lists what changed and what is to be done. */
export async function codebook(values: Values): Promise<number> {
  if ((values.mapping !== undefined || values["dry-run"]) && values.add === undefined) {
    throw new UsageError("--mapping and --dry-run go with --add FILE.");
  }
  const mapping = values.mapping === undefined ? undefined : await readMapping(values.mapping);

  return withDatabase(async (ctx) => {
    const { studyId } = await findStudy(ctx, values.study);
    if (values.history) return history(ctx, studyId, values.json);
    if (values.tasks) return tasks(ctx, studyId, values.json);
    if (values.add === undefined) {
      printJson((await readCodebook(ctx, { studyId })).codebook);

      return 0;
    }
    const file = { text: await readFile(values.add, "utf8"), fileName: path.basename(values.add) };
    const input = { studyId, ...file, ...(mapping && { mapping }) };
    if (values["dry-run"]) return rehearse(await previewCodebookVersion(ctx, input), values.json);
    const made = await addCodebookVersion(ctx, { ...input, note: values.note ?? "" });
    if (values.json) printJson(made);
    else if (!made.added) print(`This is version ${made.version} already; nothing was added.`);
    else print(`This is now version ${made.version}. ${places(made.reopened)} asked again.`);

    return 0;
  });
}

async function readMapping(file: string): Promise<CodebookMapping> {
  const name = path.basename(file);
  const read = readYaml(await readFile(file, "utf8"));
  const refuse = (faults: { line: number; column: number; reason: string }[]) =>
    new ServiceError("bad_input", `The mapping ${name} was not accepted; nothing was changed.`, {
      faults: faults.map((fault) => ({ ...fault, file: name })),
    });
  if (!read.ok) throw refuse(read.faults);
  const parsed = CodebookMapping.safeParse(read.value);
  if (parsed.success) return parsed.data;
  throw refuse(
    parsed.error.issues.map((issue) => {
      const at = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));

      return read.locate(at, `${pathText(at)}: ${issue.message}`);
    }),
  );
}

function rehearse(preview: CodebookPreview, json: boolean): number {
  if (json) {
    printJson(preview);

    return 0;
  }
  const { again, labels, changes, mapping, source, version } = preview;
  if (preview.same) print(`This is version ${preview.after} already.`);
  else print(`It would be version ${version}.`);
  for (const change of changes) print(`  ${sayChange(change)}`);
  print(
    `Answers: ${labels.kept} as they are, ${labels.mapped} renamed or merged, ${labels.split} split, ${labels.dropped} dropped.`,
  );
  print(`${again.items} items of ${again.raters} raters would be asked again.`);
  const { closedRound, raterGone, imported } = again.elsewhere;
  if (closedRound + raterGone + imported > 0) {
    print(`Not asked again: ${closedRound} in closed rounds, ${raterGone} of people who left, ${imported} imported.`);
  }
  print(`The mapping${source === "suggested" ? ", as suggested" : ""}:`);
  printJson(mapping);

  return 0;
}

async function history(ctx: ServiceContext, studyId: string, json: boolean): Promise<number> {
  const versions = await readCodebookHistory(ctx, { studyId });
  if (json) {
    printJson(versions);

    return 0;
  }
  for (const { version, createdAt, note, labels, changes } of versions) {
    print(`v${version}  ${createdAt.slice(0, 10)}  ${labels} answers  ${note}`.trimEnd());
    for (const change of changes) print(`  ${sayChange(change)}`);
  }

  return 0;
}

async function tasks(ctx: ServiceContext, studyId: string, json: boolean): Promise<number> {
  const rows = await listCodebookTasks(ctx, { studyId });
  printTable(
    rows.map(({ taskId, question, option, text, itemKey, doneVersion }) => ({
      ...{ taskId, question, option, item: itemKey, text },
      done: doneVersion === null ? "" : `v${doneVersion}`,
    })),
    { json, empty: "Nothing is to be done." },
  );

  return 0;
}

function places(count: number): string {
  return count === 1 ? "One answered item is" : `${count} answered items are`;
}
