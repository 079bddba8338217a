import { createReadStream } from "node:fs";
import path from "node:path";
import { agreementReport } from "@/bin/agreement/agreement-report";
import { fileData } from "@/bin/agreement/file-data";
import { latexTables } from "@/bin/agreement/latex";
import { categoryList, OPTIONS, oneOf, reportOptions } from "@/bin/agreement/options";
import { printReport } from "@/bin/agreement/print-report";
import { type Command, parseCommand, print, printJson, UsageError, withDatabase } from "@/bin/command";
import { ServiceError } from "@/lib/errors";

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file === "-" ? process.stdin : createReadStream(file);
  } catch (error) {
    throw new ServiceError("bad_input", `${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

type Given = ReturnType<typeof parseCommand<typeof OPTIONS>>["values"];

async function fromFile(file: string, values: Given) {
  for (const option of ["question", "round", "codebook-version"] as const) {
    if (values[option] !== undefined) throw new UsageError(`--${option} goes with --study.`);
  }
  const options = reportOptions(values);
  const categories = categoryList(values.categories);
  const { data, notices } = await fileData(bytesOf(file), {
    fileName: path.basename(file),
    ...(values.format !== undefined && { format: oneOf("format", ["long", "wide"], values.format, "long") }),
    ...(values.item !== undefined && { item: values.item }),
    ...(values.cluster !== undefined && { cluster: values.cluster }),
    ...(categories && { categories }),
    scale: options.scale,
    reference: options.reference,
    judges: values.judge ?? [],
    abstain: values.abstain ?? [],
  });

  return { data, options, notices };
}

/** What a file has to say, a study's codebook knows. */
const ONLY_FILES = ["format", "item", "categories", "abstain", "cluster"] as const;

function versionOf(said: string): number {
  if (!/^[1-9]\d{0,8}$/.test(said)) throw new UsageError(`--codebook-version is a version's number; not ${said}.`);

  return Number(said);
}

async function fromStudy(values: Given) {
  const wrong = ONLY_FILES.find((option) => values[option] !== undefined);
  if (wrong) throw new UsageError(`--${wrong} goes with a file; a study’s codebook says the rest.`);
  const { studyData } = await import("@/bin/agreement/study-data");
  const { data, scale, notices } = await withDatabase((ctx) =>
    studyData(ctx, {
      study: values.study ?? "",
      ...(values.question !== undefined && { question: values.question }),
      ...(values.round !== undefined && { round: values.round }),
      ...(values["codebook-version"] !== undefined && { codebookVersion: versionOf(values["codebook-version"]) }),
      judges: values.judge ?? [],
      adjudicated: values.reference === "adjudicated",
    }),
  );

  return { data, options: reportOptions(values, scale), notices };
}

export const command: Command = {
  name: "agreement",
  summary: "agreement of raters and judges, from a file or a study",
  usage: `
assay agreement FILE|--study SLUG [--question ID] [--round NAME] [--codebook-version N]
    [--format long|wide] [--item COLUMN] [--scale nominal|ordinal|interval|ratio] [--categories a,b,c]
    [--weights identity|linear|quadratic|ordinal] [--judge NAME …] [--abstain LABEL …]
    [--reference adjudicated|majority|median|each] [--epsilon .2] [--alt-score accuracy|neg_rmse]
    [--bootstrap 2000] [--seed 1] [--level .95] [--cluster COLUMN] [--json] [--latex]

FILE (- for standard input) is CSV, TSV or JSON lines and needs no database.
    long: columns item, rater, label (and weight, stratum, the cluster where wanted)
    wide: one row an item, one column a rater; an empty cell is a missing label; the first column holds the items’ ids
          where it is named item, id or key (else --item COLUMN); columns weight and stratum are no raters
    Long where the columns item, rater and label exist. Labels are compared as they stand.
--categories declares the labels in order, unused ones too; without it nominal labels are taken as found, and ordered
    scales need numbers
--judge takes a rater out of the humans and holds it against the reference; --abstain names an answer that is none
--weights is for AC2 alone: quadratic on ordered scales, none on nominal ones
--codebook-version N takes the labels made under that version alone; else all count, as the newest version reads them,
    and what it cannot read is left out and counted
--bootstrap 0 leaves the intervals out; one seed gives the same numbers everywhere`,
  async run(args) {
    const { values, positionals } = parseCommand(args, OPTIONS);
    const [file, ...more] = positionals;
    if (more.length > 0) throw new UsageError("Name one file.");
    if ((file === undefined) === (values.study === undefined)) throw new UsageError("Name a file or a study.");
    const { data, options, notices } = file === undefined ? await fromStudy(values) : await fromFile(file, values);
    for (const notice of notices) process.stderr.write(`${notice}\n`);
    const report = agreementReport(data, options);
    if (values.latex) print(latexTables(report));
    else if (values.json) printJson(report);
    else printReport(report);

    return 0;
  },
};
