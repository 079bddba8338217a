import { type Command, parseCommand, print, printJson, printTable, UsageError, withDatabase } from "@/bin/command";
import type { ServiceContext } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { changeOverlap } from "@/lib/sampling/change-overlap";
import { closeRound } from "@/lib/sampling/close-round";
import { createRound } from "@/lib/sampling/create-round";
import { listRounds } from "@/lib/sampling/list-rounds";
import { readStudy } from "@/lib/studies/read-study";

/** The ids behind a study's address and a round's name. */
export async function findRound(
  ctx: ServiceContext,
  slug: string,
  name: string,
): Promise<{ studyId: string; roundId: string }> {
  const { studyId } = await readStudy(ctx, { slug });
  const rounds = await listRounds(ctx, { studyId });
  const round = rounds.find((one) => one.name === name);
  if (round) return { studyId, roundId: round.roundId };
  const known = rounds.map((one) => one.name).join(", ") || "none yet";
  throw new ServiceError("not_found", `The study ${slug} has no round "${name}" (its rounds: ${known}).`);
}

export const command: Command = {
  name: "rounds",
  summary: "list, create, close, open, overlap",
  usage: `
assay rounds list --study S
assay rounds create --study S --round NAME --purpose practice|pilot|calibration|main|retest [--seed TEXT]
assay rounds close|open --study S --round NAME
assay rounds overlap --study S --round NAME --k N      raise or lower the places an item has; only open ones are closed`,
  async run(args) {
    const { values, positionals } = parseCommand(args, {
      study: { type: "string" },
      round: { type: "string" },
      purpose: { type: "string", default: "main" },
      seed: { type: "string" },
      k: { type: "string" },
    });
    const [verb] = positionals;
    const { study, round, purpose, seed, json } = values;
    if (!study) throw new UsageError("Which study? Give --study S, its address.");

    return withDatabase(async (ctx) => {
      if (verb === "list") {
        const { studyId } = await readStudy(ctx, { slug: study });
        const rows = (await listRounds(ctx, { studyId })).map(({ roundId, ...row }) =>
          json ? { roundId, ...row } : row,
        );
        printTable(rows, { json, empty: "No rounds yet. Make one: assay rounds create" });
        return 0;
      }
      if (!round) throw new UsageError("Which round? Give --round NAME.");
      if (verb === "create") {
        const { studyId } = await readStudy(ctx, { slug: study });
        const made = await createRound(ctx, { studyId, name: round, purpose, ...(seed ? { seed } : {}) });
        if (json) printJson(made);
        else print(`Made the round "${round}" (${purpose}, seed ${made.seed}). Draw items into it: assay sample`);
        return 0;
      }
      const ids = await findRound(ctx, study, round);
      if (verb === "close" || verb === "open") {
        const result = await closeRound(ctx, { ...ids, closed: verb === "close" });
        if (json) printJson(result);
        else print(result.closed ? `"${round}" hands out nothing more.` : `"${round}" is open.`);
        return 0;
      }
      if (verb === "overlap") {
        if (!values.k) throw new UsageError("How many places an item? Give --k N.");
        const result = await changeOverlap(ctx, { ...ids, k: Number(values.k) });
        if (json) printJson(result);
        else
          print(
            `${result.added} places added, ${result.closed} closed; ${result.above} items keep more than ${values.k}.`,
          );
        return 0;
      }
      throw new UsageError(verb ? `assay rounds has no verb ${verb}.` : "What should be done with the rounds?");
    });
  },
};
