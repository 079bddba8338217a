import { type Command, parseCommand, print, printError, printJson, UsageError } from "@/bin/command";
import { latexTable } from "@/bin/score/latex";
import { METRICS_HELP, OPTIONS } from "@/bin/score/options";
import { printComparisons } from "@/bin/score/print-comparisons";
import { printScores } from "@/bin/score/print-scores";
import { scoreOutput } from "@/bin/score/score-output";
import { ServiceError } from "@/lib/errors";

export const command: Command = {
  name: "score",
  summary: "score runs against judgements",
  usage: `
assay score --qrels [NAME=]FILE … | --release FOLDER [--layer NAME …] --run [NAME=]FILE … [--metrics map,ndcg_cut_10,…] [--cutoffs 10,100]
    [--average complete|intersection] [--relevance-level 1] [--depth K] [--judged-only]
    [--queries FILE] [--where COLUMN=VALUE] [--by COLUMN] [--cluster COLUMN] [--per-query]
    [--saturation RUN] [--unsolved K,…] [--ladder] [--combine all|any] [--candidates pooled|own] [--gold FILE]
    [--flips DRAWS --rater FILE …] [--bootstrap 1000] [--permutations 10000] [--seed 1] [--level .95] [--json] [--latex]

Judgements are TREC qrels, BEIR’s TSV, JSON lines or Parquet; runs are TREC, BEIR’s JSON, JSON lines, or Parquet with a rank
(from 0) or a score. Formats are told by content. Names, ties and gains are trec_eval’s.
${METRICS_HELP}
--release reads a release's qrels (all layers unless --layer names some, in that order), once their SHA-256 is the manifest's
--average complete counts a query that the run leaves out as 0; each metric also stands over the queries with a target
--judged-only takes unjudged documents out of the rankings; --depth K looks at the first K places only
--queries is a table of the queries (CSV, TSV, JSON lines, Parquet) for --by and --cluster; with --where its rows are the query set
Several runs are compared in pairs; several judgements give the rankings under each, and Kendall’s τ between them
--saturation RUN: each run’s change against that one; --unsolved K: share of queries that no run solves within K
--ladder takes the judgements as ever tighter layers; --flips draws labels from the raters and counts turned orders
--combine makes one layer of several judges’ files: all accept (hard), any accepts (soft)
--candidates own: judgements count only for the documents in the run’s own first --depth places
--gold FILE: the mined gold found or missed against accepted candidates found or not, within --depth (10)
Bad input is refused as a whole with its lines and exit code 2.`,
  async run(args) {
    const { values, positionals } = parseCommand(args, OPTIONS);
    if (positionals.length > 0)
      throw new UsageError(`${positionals[0]} belongs to no option: --run FILE, --qrels FILE.`);
    try {
      const { output, files } = await scoreOutput(values);
      const reports = files.cells.map(({ report }) => report);
      for (const warning of new Set(output.warnings)) process.stderr.write(`${warning}\n`);
      if (values.latex) print(latexTable(reports));
      else if (values.json) printJson(output);
      else {
        for (const report of reports) printScores(report, files.settings, values["per-query"]);
        printComparisons(output);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      printError(error, command);
      return 2;
    }

    return 0;
  },
};
