import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, parseCommand, print, printJson, printTable, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import type { ServiceContext } from "@/lib/context";
import { buildRelease } from "@/lib/releases/build-release";
import { createRelease } from "@/lib/releases/create-release";
import { latestPlan } from "@/lib/releases/latest-plan";
import { lintRelease } from "@/lib/releases/lint-release";
import { listReleases } from "@/lib/releases/list-releases";
import { openReleaseFile } from "@/lib/releases/open-release-file";
import { readRelease } from "@/lib/releases/read-release";
import { remakeRelease } from "@/lib/releases/remake-release";
import type { LintFinding, ReleaseRow } from "@/lib/releases/wire";
import type { StudyView } from "@/lib/studies/read-study";

const text = { type: "string" as const };
const many = { type: "string" as const, multiple: true as const };
const OPTIONS = {
  ...{ study: text, layers: text, profile: text, title: text, licence: text, "licence-url": text, url: text },
  ...{
    formats: text,
    tables: text,
    rounds: text,
    pool: text,
    "probability-judge": text,
    "target-sets": text,
    tiers: text,
    positive: text,
  },
  ...{ notes: text, seed: text, replicates: text, out: text, author: many },
  patch: { type: "boolean" as const, default: false as boolean },
};
type Values = ReturnType<typeof parse>["values"];

function parse(args: string[]) {
  return parseCommand(args, OPTIONS);
}

function listOf(value: string | undefined): string[] | undefined {
  return value
    ?.split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The plan that the options name; what they leave out is the verb's to fill in. */
function planOf(values: Values, study: StudyView): Record<string, unknown> {
  if (!values.layers)
    throw new UsageError("Name the layers: --layers A,B (see `assay layers`; or majority, judge:NAME).");
  if (!values.author?.length) throw new UsageError("Name who is to be cited: --author NAME, once each.");
  if (!values.licence) throw new UsageError("Name the labels’ licence: --licence CC-BY-4.0.");
  const given = {
    title: values.title ?? study.name,
    layers: listOf(values.layers),
    ...{ formats: listOf(values.formats), tables: listOf(values.tables), rounds: listOf(values.rounds) },
    ...{ targetSets: listOf(values["target-sets"]), tiers: listOf(values.tiers), authors: values.author },
    ...{ profile: values.profile, licence: values.licence, licenceUrl: values["licence-url"], url: values.url },
    ...{
      pool: values.pool,
      probabilityJudge: values["probability-judge"],
      positive: values.positive,
      notes: values.notes,
      seed: values.seed,
    },
    replicates: values.replicates === undefined ? undefined : Number(values.replicates),
  };

  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

async function make(ctx: ServiceContext, values: Values): Promise<number> {
  const study = await findStudy(ctx, values.study);
  const { studyId } = study;
  const base = values.patch
    ? await latestPlan(ctx, { studyId, ...(values.profile && { profile: values.profile }) })
    : null;
  if (values.patch && !base) throw new UsageError("There is no finished release to patch.");
  const plan = base ? base.plan : planOf(values, study);
  const { findings } = await lintRelease(ctx, { studyId, plan });
  if (!values.json) tell(findings);
  const { releaseId } = await createRelease(ctx, { studyId, plan, ...(base && { patchOf: base.releaseId }) });
  const built = await buildRelease(ctx, { studyId, releaseId });
  if (values.out) await writeFolder(ctx, studyId, releaseId, values.out);
  if (values.json) printJson({ ...built, ...(values.out && { folder: values.out }), findings });
  else {
    print(`Version ${built.version} is frozen. Manifest ${built.manifestHash}`);
    print(
      values.out
        ? `Written: ${values.out}. Check it with: assay verify ${values.out}`
        : "Write it with: assay release write",
    );
  }

  return 0;
}

function tell(findings: readonly LintFinding[]): void {
  for (const { level, words, rows, total } of findings) {
    print(`${level === "refuse" ? "Refused" : "Mind"}: ${words}`);
    for (const row of rows.slice(0, 10)) print(`  ${row}`);
    if (total > 10) print(`  … ${total} in all.`);
  }
}

/** Under a temporary name until it is whole: a broken release never looks like a finished one. */
async function writeFolder(ctx: ServiceContext, studyId: string, releaseId: string, out: string): Promise<void> {
  const target = path.resolve(out);
  const there = await readdir(target).catch(() => null);
  if (there && there.length > 0) throw new UsageError(`${out} is not empty. Nothing was written; name a new folder.`);
  const part = `${target}.part`;
  await rm(part, { recursive: true, force: true });
  try {
    const { files } = await readRelease(ctx, { studyId, releaseId });
    for (const file of files) {
      const opened = await openReleaseFile(ctx, { studyId, releaseId, path: file.path });
      const place = path.join(part, ...file.path.split("/"));
      await mkdir(path.dirname(place), { recursive: true });
      await pipeline(Readable.from(opened.bytes), createWriteStream(place));
    }
    if (there) await rm(target, { recursive: true });
    await rename(part, target);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function find(ctx: ServiceContext, studyId: string, version: string | undefined, profile: string | undefined) {
  const rows = (await listReleases(ctx, { studyId })).filter((row) => row.state === "ready");
  const row = rows.find((entry) => (!version || entry.version === version) && (!profile || entry.profile === profile));
  if (!row)
    throw new UsageError(`There is no finished release${version ? ` ${version}` : ""}. There are: ${named(rows)}.`);

  return row;
}

function named(rows: readonly ReleaseRow[]): string {
  return rows.map((row) => `${row.version} (${row.profile})`).join(", ") || "none";
}

export const command: Command = {
  name: "release",
  summary: "freeze layers into a release; list, write, remake",
  usage: `
assay release --study SLUG --layers A,B --author NAME … --licence ID [--profile public|team|full] [--out FOLDER] [--json]
    [--title TEXT] [--licence-url URL] [--url URL] [--formats jsonl,csv,parquet,qrels,beir] [--rounds A,B]
    [--tables rhetoric_labels_paper_level,human_gold_audit,endorsement_pairs,reference_lists,ratio,alt_test] [--pool NAME] [--target-sets A,B] [--tiers WIDE,NARROW]
    [--positive OPTION] [--probability-judge NAME] [--notes TEXT] [--seed TEXT] [--replicates N]
    layers: names of stored ones, majority, majority:QUESTION, judge:NAME
assay release --study SLUG --patch [--profile P] [--out FOLDER]
    the last release again under its plan, without what was withdrawn since
assay release list --study SLUG [--json]
assay release write [VERSION] --study SLUG --out FOLDER [--profile P]
assay release remake [VERSION] --study SLUG [--profile P] [--json]
    makes it again from today’s data, writes nothing, and names the files that differ; exit 1 where one does`,
  async run(args) {
    const { values, positionals } = parse(args);
    const [action, version] = positionals;

    return withDatabase(async (ctx) => {
      if (action === undefined) return make(ctx, values);
      const { studyId } = await findStudy(ctx, values.study);
      if (action === "list") {
        const rows = await listReleases(ctx, { studyId });
        if (values.json) printJson(rows);
        else {
          const table = rows.map(({ version: v, profile, state, files, bytes, frozenAt, problem }) => ({
            ...{ version: v || "–", profile, state, files, bytes, frozen: frozenAt ?? "", problem: problem ?? "" },
          }));
          printTable(table, { empty: "No releases yet." });
        }

        return 0;
      }
      const row = await find(ctx, studyId, version, values.profile);
      if (action === "write") {
        if (!values.out) throw new UsageError("Name the folder: --out FOLDER.");
        await writeFolder(ctx, studyId, row.releaseId, values.out);
        print(`Written: ${values.out}. Check it with: assay verify ${values.out}`);

        return 0;
      }
      if (action !== "remake") throw new UsageError(`There is no \`assay release ${action}\`.`);
      const remade = await remakeRelease(ctx, { studyId, releaseId: row.releaseId });
      if (values.json) printJson(remade);
      else if (remade.same) print(`The same: ${remade.files} files, byte by byte.`);
      else printTable(remade.differing);

      return remade.same ? 0 : 1;
    });
  },
};
