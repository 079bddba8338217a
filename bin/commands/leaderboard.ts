import { type Command, parseCommand, printError, printJson, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import { leaderboardOfFiles } from "@/bin/leaderboard/from-files";
import { chosenMetric, OPTIONS, planOf } from "@/bin/leaderboard/options";
import { printLeaderboard } from "@/bin/leaderboard/print-leaderboard";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { listRuns } from "@/lib/runs/list-runs";
import { readLeaderboard } from "@/lib/runs/read-leaderboard";
import type { Leaderboard } from "@/lib/runs/wire";

type Values = ReturnType<typeof parseCommand<typeof OPTIONS>>["values"];

export const command: Command = {
  name: "leaderboard",
  summary: "does the order of runs stand under other labels?",
  usage: `
assay leaderboard --study S [--run NAME …] [--layer NAME …] [--question ID] [--positive OPTION]
assay leaderboard --release FOLDER [--layer NAME …] [--question ID] --run [NAME=]FILE …
assay leaderboard --qrels [NAME=]FILE … --run [NAME=]FILE … [--rater [NAME=]FILE …]
  each: [--metric ndcg_cut_10] [--relevance-level 1] [--least 1] [--drawn panel|rater] [--replicates N]
    [--bootstrap 1000] [--draws 1000] [--seed 1] [--level .95] [--json]

The same runs under several layers: values with intervals, Kendall’s τ and the leader of each two layers, and how often the
order of two runs turns when labels are drawn from the raters’ own disagreement. The first layer is the reference.
A study’s layers are majority, adjudicated, rater:NAME, judge:NAME and stored layers; all of them unless --layer names some.
--drawn panel draws as many labels as a pair has, with replacement, and decides by plurality; rater takes one rater’s label
--least K: a pair with several labelled contexts is relevant when K of them are; --replicates sets --bootstrap and --draws
With files, exit code 2 and the lines where one is refused.`,
  async run(args) {
    const { values, positionals } = parseCommand(args, OPTIONS);
    if (positionals.length > 0)
      throw new UsageError(`${positionals[0]} belongs to no option: --run FILE, --qrels FILE.`);
    const metric = chosenMetric(values.metric);
    const plan = planOf(values);
    if (values.study === undefined) {
      try {
        return show(await leaderboardOfFiles(values, metric, plan), values);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        printError(error, command);
        return 2;
      }
    }
    if (values.qrels || values.rater)
      throw new UsageError("--qrels and --rater are for files; a study has its own layers.");

    return withDatabase(async (ctx) => show(await ofStudy(ctx, values, metric.name, plan), values));
  },
};

async function ofStudy(
  ctx: ServiceContext,
  values: Values,
  metric: string,
  { relevance_level: relevanceLevel, ...plan }: ReturnType<typeof planOf>,
): Promise<Leaderboard> {
  const { studyId } = await findStudy(ctx, values.study);
  const runs = await listRuns(ctx, { studyId });
  const runIds = values.run?.map((name) => {
    const found = runs.find((run) => run.name === name);
    if (!found)
      throw new UsageError(`There is no run ${name}. There are: ${runs.map((run) => run.name).join(", ") || "none"}.`);

    return found.runId;
  });

  return readLeaderboard(ctx, {
    studyId,
    metric,
    relevanceLevel,
    ...plan,
    ...(runIds && { runIds }),
    ...(values.layer && { layers: values.layer }),
    ...(values.question !== undefined && { question: values.question }),
    ...(values.positive !== undefined && { positive: values.positive }),
  });
}

function show(board: Leaderboard, { json }: Values): number {
  for (const warning of new Set(board.warnings)) process.stderr.write(`${warning}\n`);
  if (json) printJson(board);
  else printLeaderboard(board);

  return 0;
}
