import { stat } from "node:fs/promises";
import path from "node:path";
import { print, printJson, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import { openFile } from "@/bin/score/open-file";
import { namedFiles } from "@/bin/score/options";
import type { ServiceContext } from "@/lib/context";
import { importPool } from "@/lib/pools/import-pool";
import { importTargetSet } from "@/lib/pools/import-target-set";
import type { UploadNotice } from "@/lib/pools/wire";
import { importRun } from "@/lib/runs/import-run";

/** What `assay import` takes beside items and labels: one file each, under a name. */
export const FILE_KINDS: readonly string[] = ["pool", "targets", "tier", "split", "run"];

type Values = {
  study?: string | undefined;
  name?: string | undefined;
  within?: string | undefined;
  parameters?: string | undefined;
  json?: boolean | undefined;
};

type Stored = { name: string; sha256: string; bytes: number; rows: number; what: string };

/** `FILE` or `NAME=FILE`; --name for one file. Each file is stored whole, one after another. */
export async function importNamedFiles(kind: string, given: readonly string[], values: Values): Promise<number> {
  if (values.within !== undefined && (kind === "pool" || kind === "run")) {
    throw new UsageError("--within is for targets, tiers and splits.");
  }
  if (values.name !== undefined && given.length > 1) throw new UsageError("--name is for one file; write NAME=FILE.");
  const files = namedFiles(kind, given).map(({ name, file }) => ({
    file,
    name: values.name ?? (name === path.basename(file) ? path.parse(file).name : name),
  }));
  for (const { file } of files) await sizeOf(file);

  return withDatabase(async (ctx) => {
    const { studyId } = await findStudy(ctx, values.study);
    const all: (Stored & { notices: UploadNotice[] })[] = [];
    for (const { name, file } of files) {
      const upload = { name: file.replaceAll("\\", "/"), size: await sizeOf(file), bytes: openFile(file) };
      const stored = await importOne(ctx, kind, { studyId, name, file: upload }, values);
      all.push(stored);
      if (values.json) continue;
      print(
        `Imported: ${kind} ${stored.name}, ${stored.rows} ${stored.what}, sha256 ${stored.sha256.slice(0, 12)}… (${file}).`,
      );
      for (const { reason } of stored.notices) print(`  ${reason}`);
    }
    if (values.json) printJson(all);

    return 0;
  });
}

async function importOne(
  ctx: ServiceContext,
  kind: string,
  input: { studyId: string; name: string; file: object },
  { within, parameters }: Values,
): Promise<Stored & { notices: UploadNotice[] }> {
  if (kind === "pool") {
    const { pool, notices } = await importPool(ctx, input);
    return { ...pool, rows: pool.size, what: "papers", notices };
  }
  if (kind === "run") {
    const given = parameters === undefined ? {} : { parameters: parsed(parameters) };
    const { run, notices } = await importRun(ctx, { ...input, ...given });
    return { ...run, what: "rows", notices };
  }
  const { targetSet, notices } = await importTargetSet(ctx, {
    ...input,
    kind,
    ...(within !== undefined && { within }),
  });

  return { ...targetSet, what: "rows", notices };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("--parameters is not JSON.");
  }
}

async function sizeOf(file: string): Promise<number> {
  const info = await stat(file).catch(() => {
    throw new UsageError(`There is no file ${file}.`);
  });
  if (!info.isFile()) throw new UsageError(`${file} is no file.`);

  return info.size;
}
