import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Command, parseCommand, print, printJson, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import type { ServiceContext } from "@/lib/context";
import { listJudges } from "@/lib/judges/list-judges";
import { countLayer } from "@/lib/layers/count-layer";
import { openExport } from "@/lib/layers/open-export";
import { listRounds } from "@/lib/sampling/list-rounds";

async function judgeIdOf(ctx: ServiceContext, studyId: string, name: string): Promise<string> {
  const judges = await listJudges(ctx, { studyId });
  const found = judges.find((judge) => judge.name === name || judge.pseudonym === name);
  if (!found)
    throw new UsageError(
      `There is no judge ${name}. There are: ${judges.map((judge) => judge.name ?? judge.pseudonym).join(", ") || "none"}.`,
    );

  return found.raterId;
}

/** Under a temporary name until it is whole: a broken export never looks like a finished one. */
async function writeWhole(bytes: AsyncGenerator<Uint8Array>, file: string): Promise<void> {
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(bytes), createWriteStream(part));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export const command: Command = {
  name: "export",
  summary: "write a layer as JSON lines, CSV, qrels or Parquet",
  usage: `
assay export --study SLUG [--layer NAME] [--format jsonl|csv|qrels|parquet]
    NAME: a stored layer (assay layers list), or majority, judge:NAME, rater:PSEUDONYM with [--question ID] [--round NAME]
    [--positive OPTION] [--least 1|2] [--probability-of JUDGE] [--out FILE]
    without --out to standard output; --json prints the layer’s counts instead of the file`,
  async run(args) {
    const text = { type: "string" as const };
    const { values } = parseCommand(args, {
      study: text,
      question: text,
      layer: text,
      round: text,
      format: text,
      positive: text,
      least: text,
      "probability-of": text,
      out: text,
    });

    return withDatabase(async (ctx) => {
      const { studyId } = await findStudy(ctx, values.study);
      const round = values.round
        ? (await listRounds(ctx, { studyId })).find((row) => row.name === values.round)
        : undefined;
      if (values.round && !round) throw new UsageError(`There is no round ${values.round}.`);
      const base = {
        studyId,
        ...(values.question && { question: values.question }),
        ...(round && { roundId: round.roundId }),
        layer: values.layer ?? "majority",
      };
      if (values.json && !values.out) {
        printJson(await countLayer(ctx, base));

        return 0;
      }
      const opened = await openExport(ctx, {
        ...base,
        format: values.format ?? "jsonl",
        ...(values.positive && { positive: values.positive }),
        ...(values.least && { leastPositive: Number(values.least) }),
        ...(values["probability-of"] && {
          probabilityJudgeId: await judgeIdOf(ctx, studyId, values["probability-of"]),
        }),
      });
      if (!values.out) {
        await pipeline(Readable.from(opened.bytes), process.stdout, { end: false });

        return 0;
      }
      await writeWhole(opened.bytes, values.out);
      if (values.json)
        printJson({ file: values.out, snapshot: opened.snapshotId, counts: await countLayer(ctx, base) });
      else print(`Written: ${values.out}`);

      return 0;
    });
  },
};
