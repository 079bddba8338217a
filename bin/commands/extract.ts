import { type Command, parseCommand, UsageError } from "@/bin/command";
import { extractFiles } from "@/bin/extract/extract-files";
import { filesIn } from "@/bin/extract/files-in";
import { formatOf } from "@/bin/extract/read-corpus";

const MOST_WINDOW = 20;

export const command: Command = {
  name: "extract",
  summary: "citation contexts from full texts, as items",
  usage: `
assay extract FILE… [--format auto|tei|jats|acm-cr|s2orc|unarxive|nougat|masterset] [--window 1]
    [--to items|masterset] [--codebook citation-role|must-cite] [--out FILE] [--json]
    --to items: JSON lines for assay import, of citation-role (one a citation window) or must-cite (one a reference)
    --to masterset: per-paper JSON of MasterSet; --out is then a folder where there are several papers
    --window: sentences before and after the citing one, 0 to ${MOST_WINDOW}
    without --out to standard output; --json prints the counts instead
FILE may be a folder; formats are told by content. Files that cannot be read are listed at the end with their
reasons, the others are read; exit code 1 if there were any.`,
  async run(args) {
    const text = { type: "string" as const };
    const { values, positionals } = parseCommand(args, {
      format: text,
      window: text,
      to: text,
      codebook: text,
      out: text,
    });
    const { to = "items", codebook = "citation-role", out, json } = values;
    const window = Number(values.window ?? 1);
    if (!Number.isInteger(window) || window < 0 || window > MOST_WINDOW)
      throw new UsageError(`--window is a whole number from 0 to ${MOST_WINDOW}.`);
    if (to !== "items" && to !== "masterset") throw new UsageError("--to is items or masterset.");
    if (codebook !== "citation-role" && codebook !== "must-cite")
      throw new UsageError("--codebook is citation-role or must-cite.");
    if (to === "masterset" && values.codebook !== undefined) throw new UsageError("--codebook is for --to items.");
    const files = await filesIn(positionals);

    return extractFiles({ files, format: formatOf(values.format), window, to, codebook, out, json });
  },
};
