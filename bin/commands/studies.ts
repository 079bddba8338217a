import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Command, parseCommand, print, printJson, printTable, UsageError, withDatabase } from "@/bin/command";
import { codebook } from "@/bin/studies/codebook";
import { createStudy } from "@/lib/studies/create-study";
import { listStudies } from "@/lib/studies/list-studies";

async function list(json: boolean): Promise<number> {
  const studies = await withDatabase((ctx) => listStudies(ctx));
  printTable(
    studies.map(({ slug, name, items, raters, judges, labels }) => ({ slug, name, items, raters, judges, labels })),
    { json, empty: "No study yet. Create one: assay studies create SLUG --codebook citation-role" },
  );

  return 0;
}

/** A built-in's id, or a file. */
async function codebookOf(source: string) {
  if (!/[./\\]/.test(source)) return { builtIn: source };

  return { text: await readFile(source, "utf8"), fileName: path.basename(source) };
}

export const command: Command = {
  name: "studies",
  summary: "list, create, codebook",
  usage: `
assay studies list
assay studies create SLUG --codebook ID|FILE [--name NAME] [--description TEXT] [--licence TEXT] [--source URL]
    ID: citation-role, must-cite, marker-pair or paper-root; FILE: your own, YAML or JSON
assay studies codebook --study SLUG [--add FILE [--mapping FILE] [--note TEXT] [--dry-run]]
    print the newest codebook as JSON, or add a version. --mapping: what became of the older version's options, in YAML
    or JSON; needed where labels may carry an option that is gone. --dry-run changes nothing: it says who would be asked
    again, and prints the mapping (with --json alone), a suggested one where none is given
assay studies codebook --study SLUG --history|--tasks
    what each version changed; what the guideline should say still`,
  async run(args) {
    const text = { type: "string" as const };
    const { values, positionals } = parseCommand(args, {
      codebook: text,
      name: text,
      description: text,
      licence: text,
      source: text,
      study: text,
      add: text,
      note: text,
      mapping: text,
      "dry-run": { type: "boolean" as const },
      history: { type: "boolean" as const },
      tasks: { type: "boolean" as const },
    });
    const [verb, slug] = positionals;
    if (verb === "list") return list(values.json);
    if (verb === "create") {
      if (!slug || !values.codebook) throw new UsageError("A study needs an address and a codebook.");
      const codebook = await codebookOf(values.codebook);
      const { name = slug, description = "", licence = "unknown", source = "unknown" } = values;
      const made = await withDatabase((ctx) =>
        createStudy(ctx, { slug, name, description, licence, sourceUrl: source, codebook }),
      );
      if (values.json) printJson(made);
      else print(`Created. Import items next: assay import --study ${made.slug} items FILE`);

      return 0;
    }
    if (verb !== "codebook") throw new UsageError(verb ? `assay studies has no verb ${verb}.` : "What should be done?");

    return codebook(values);
  },
};
