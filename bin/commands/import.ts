import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type Command, parseCommand, print, printJson, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import { FILE_KINDS, importNamedFiles } from "@/bin/pools/import-file";
import type { ServiceContext } from "@/lib/context";
import { paperFromPath } from "@/lib/corpus/paper-from-path";
import { checkPathPattern } from "@/lib/corpus/path-pattern";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import type { ImportFile } from "@/lib/imports/schema";
import type { ImportView } from "@/lib/imports/wire";

const OPTIONS = {
  study: { type: "string" },
  format: { type: "string" },
  separator: { type: "string" },
  map: { type: "string", multiple: true },
  label: { type: "string", multiple: true },
  run: { type: "string" },
  model: { type: "string" },
  "prompt-hash": { type: "string" },
  parameters: { type: "string" },
  "run-number": { type: "string" },
  rater: { type: "string" },
  round: { type: "string" },
  pattern: { type: "string" },
  title: { type: "string" },
  venue: { type: "string" },
  year: { type: "string" },
  licence: { type: "string" },
  source: { type: "string" },
  name: { type: "string" },
  within: { type: "string" },
} as const;

type Values = ReturnType<typeof parseCommand<typeof OPTIONS>>["values"];

/** `a=b` → { a: "b" }; the first "=" parts them. */
function pairs(option: string, given: string[] = []): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1 || at === pair.length - 1) throw new UsageError(`--${option} ${pair}: write it as one=other.`);

      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError("--parameters is not JSON.");
  }
}

/** Only what was given, so that an option of another kind of import is refused by name. */
function optionsOf(values: Values): Record<string, unknown> {
  const given = {
    format: values.format,
    separator: values.separator === "\\t" ? "\t" : values.separator,
    map: values.map && pairs("map", values.map),
    labels: values.label && pairs("label", values.label),
    run: values.run,
    model: values.model,
    promptHash: values["prompt-hash"],
    parameters: values.parameters === undefined ? undefined : json(values.parameters),
    runNumber: values["run-number"] === undefined ? undefined : Number(values["run-number"]),
    rater: values.rater,
    round: values.round,
    licence: values.licence,
    sourceUrl: values.source,
  };

  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Folders stand for all files in them. */
async function filesIn(names: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const info = await stat(name).catch(() => {
      throw new UsageError(`There is no file ${name}.`);
    });
    if (!info.isDirectory()) {
      found.push(name);
      continue;
    }
    const inside = await readdir(name, { recursive: true, withFileTypes: true });
    const files = inside.filter((entry) => entry.isFile() && !entry.name.startsWith("."));
    found.push(...files.map((entry) => path.join(entry.parentPath, entry.name)).sort());
  }

  return found;
}

/** Opened when its turn comes: twenty thousand files are not held open at once. */
async function* bytesOf(name: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(name, { highWaterMark: 1 << 18 });
}

async function importFile(name: string, values: Values): Promise<ImportFile> {
  const year = values.year === undefined ? undefined : Number(values.year);
  if (year !== undefined && !Number.isInteger(year)) throw new UsageError("--year is a whole number.");
  const paper = paperFromPath(values.pattern, name, {
    ...(values.title !== undefined && { query_title: values.title }),
    ...(values.venue !== undefined && { venue: values.venue }),
    ...(year !== undefined && { query_year: year }),
  });

  return { name: name.replaceAll("\\", "/"), size: (await stat(name)).size, paper, bytes: bytesOf(name) };
}

const VERBS: Record<string, (ctx: ServiceContext, input: unknown) => Promise<ImportView>> = {
  items: importItems,
  judge: importJudgeLabels,
  human: importHumanLabels,
};

const STATES = {
  done: "Imported",
  refused: "Refused",
  cancelled: "Cancelled",
  running: "Still running",
  queued: "Waiting",
};

/** Faults go to stderr, so that a script that reads the summary is not mixed up with them. */
function show(view: ImportView): void {
  const what = view.kind === "items" ? "items" : "labels";
  const counts = `${view.added} ${what} added, ${view.unchanged} unchanged, ${view.rows} records read`;
  print(`${STATES[view.state]}: ${view.state === "done" ? counts : "nothing was stored"} (${view.fileName}).`);
  for (const notice of view.notices) print(`  ${notice.reason}`);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  for (const { file, line, column, reason } of view.faults) {
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    say(place === "" ? reason : `${place}: ${reason}`);
  }
  if (view.faultCount > 0) say(`${view.faultCount} ${view.faultCount === 1 ? "fault" : "faults"} in all.`);
}

export const command: Command = {
  name: "import",
  summary: "items, judges’ labels, people’s labels: all of a file, or nothing of it",
  usage: `
assay import --study S items FILE… [--licence TEXT] [--source URL]
    MasterSet files: [--pattern '{venue}/{year}/{title}.json'] [--title T] [--venue V] [--year Y]
assay import --study S judge FILE… [--run NAME] [--model M] [--prompt-hash H] [--parameters JSON] [--run-number N]
    without --run: the column run, else each file's name
assay import --study S human FILE… [--rater NAME] [--round NAME]
    without --rater: the column rater; the round is made where there is none (default: imported)
  each: [--format auto|jsonl|json|csv|tsv|qrels|masterset] [--separator C] [--map field=column …]
  labels: [--label column=question …]   a question, a derived label or mark_ID
assay import --study S pool FILE [--name NAME]                    the papers that runs rank
assay import --study S targets|tier|split FILE [--name NAME] [--within SET]
assay import --study S run [NAME=]FILE … [--parameters JSON]      systems’ ranked output, for assay leaderboard
FILE may be a folder. Exit code 1 and a list of faults where the files were refused.`,
  async run(args) {
    const { values, positionals } = parseCommand(args, OPTIONS);
    const [kind = "", ...names] = positionals;
    if (FILE_KINDS.includes(kind)) {
      if (names.length === 0) throw new UsageError("Name a file.");

      return importNamedFiles(kind, names, values);
    }
    const verb = Object.hasOwn(VERBS, kind) ? VERBS[kind] : undefined;
    if (!verb) throw new UsageError("Import what? items, judge, human, pool, targets, tier, split or run.");
    if (names.length === 0) throw new UsageError("Name a file.");
    const wrong = values.pattern === undefined ? undefined : checkPathPattern(values.pattern);
    if (wrong !== undefined) throw new UsageError(`--pattern: ${wrong}`);
    const options = optionsOf(values);
    const paths = await filesIn(names);
    if (paths.length === 0) throw new UsageError("There is no file in that folder.");

    return withDatabase(async (ctx) => {
      const { studyId } = await findStudy(ctx, values.study);
      const files = await Promise.all(paths.map((name) => importFile(name, values)));
      const view = await verb(ctx, { studyId, files, options });
      if (values.json) printJson(view);
      else show(view);

      return view.state === "done" ? 0 : 1;
    });
  },
};
