import fs from "node:fs";
import { type Command, parseCommand, print, printJson, printTable, UsageError, withDatabase } from "@/bin/command";
import { drawSample } from "@/lib/sampling/draw-sample";
import { listSamples } from "@/lib/sampling/list-samples";
import { previewSample } from "@/lib/sampling/preview-sample";
import { SamplePlan } from "@/lib/sampling/schema";
import { readStudy } from "@/lib/studies/read-study";
import { findRound } from "./rounds";

const OPTIONS = {
  study: { type: "string" },
  round: { type: "string" },
  plan: { type: "string" },
  size: { type: "string" },
  seed: { type: "string" },
  strata: { type: "string", multiple: true },
  allocation: { type: "string" },
  minimum: { type: "string" },
  "per-focal": { type: "string" },
  "one-per-window": { type: "boolean" },
  located: { type: "boolean" },
  where: { type: "string", multiple: true },
  from: { type: "string", multiple: true },
  "not-in": { type: "string", multiple: true },
  k: { type: "string" },
  reserve: { type: "string", multiple: true },
  overlap: { type: "string" },
  "overlap-reserve": { type: "string", multiple: true },
  preview: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parseCommand<typeof OPTIONS>>["values"];

/** `field:NAME`, `judge:J:QUESTION`, `confidence:J:QUESTION`, `judges:J1:J2:QUESTION`. */
function stratum(text: string): unknown {
  const [kind, a, b, c] = text.split(":");
  if (kind === "field" && a) return { field: a };
  if (kind === "judge" && a && b) return { judge: a, question: b };
  if (kind === "confidence" && a && b) return { judge: a, question: b, confidence: true };
  if (kind === "judges" && a && b && c) return { judges: [a, b], question: c };
  throw new UsageError(
    `--strata ${text}: write field:NAME, judge:J:QUESTION, confidence:J:QUESTION or judges:J1:J2:QUESTION.`,
  );
}

function condition(text: string): unknown {
  const [field, values] = text.split("=");
  if (!field || !values) throw new UsageError(`--where ${text}: write FIELD=VALUE,VALUE.`);

  return { field, is: values.split(",") };
}

function overlapOf(text: string, reservedFor: string[] = []): unknown {
  const [size, k] = text.split(":");
  if (!size || !k) throw new UsageError(`--overlap ${text}: write SIZE:K, such as 60:5.`);

  return { size: Number(size), k: Number(k), reservedFor };
}

function planOf(values: Values): unknown {
  if (values.plan) return JSON.parse(fs.readFileSync(values.plan, "utf8"));
  if (!values.size || !values.seed) throw new UsageError("A draw needs --size and --seed, or --plan FILE.");
  const given = {
    size: values.size === "all" ? "all" : Number(values.size),
    seed: values.seed,
    strata: values.strata?.map(stratum),
    allocation: values.allocation,
    minimum: values.minimum === undefined ? undefined : Number(values.minimum),
    perFocal: values["per-focal"] === undefined ? undefined : Number(values["per-focal"]),
    onePerWindow: values["one-per-window"],
    filter: {
      located: values.located,
      fields: values.where?.map(condition),
      from: values.from,
      notIn: values["not-in"],
    },
    k: values.k === undefined ? undefined : Number(values.k),
    reservedFor: values.reserve,
    overlap: values.overlap === undefined ? undefined : overlapOf(values.overlap, values["overlap-reserve"]),
  };

  return JSON.parse(JSON.stringify(given));
}

export const command: Command = {
  name: "sample",
  summary: "draw items into a round, with strata, seed and places an item",
  usage: `
assay sample --study S --round NAME --size N|all --seed TEXT [--preview]
  --strata field:NAME | judge:J:QUESTION | confidence:J:QUESTION | judges:J1:J2:QUESTION     may be given several times
  --allocation proportional|equal   --minimum N (smaller cells are merged)
  --per-focal N   --one-per-window   --located   --where FIELD=VALUE,VALUE   --from ROUND   --not-in ROUND
  --k N (places an item)   --reserve RATER (one place each; pseudonym, e-mail or id)
  --overlap SIZE:K   --overlap-reserve RATER
assay sample --study S --round NAME --plan FILE      the plan as JSON
assay sample list --study S`,
  async run(args) {
    const { values, positionals } = parseCommand(args, OPTIONS);
    const { study, round, json } = values;
    if (!study) throw new UsageError("Which study? Give --study S, its address.");

    return withDatabase(async (ctx) => {
      if (positionals[0] === "list") {
        const { studyId } = await readStudy(ctx, { slug: study });
        const rows = await listSamples(ctx, { studyId });
        const short = rows.map(({ plan, strata, generator, ...row }) => ({
          ...row,
          drawn: strata.reduce((sum, one) => sum + one.drawn, 0),
        }));
        printTable(json ? rows : short, { json, empty: "Nothing is drawn yet." });
        return 0;
      }
      if (positionals.length > 0) throw new UsageError(`assay sample has no verb ${positionals[0]}.`);
      if (!round) throw new UsageError("Into which round? Give --round NAME.");
      const plan = SamplePlan.safeParse(planOf(values));
      if (!plan.success) {
        throw new UsageError(plan.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("\n"));
      }
      const call = { ...(await findRound(ctx, study, round)), plan: plan.data };
      const result = values.preview ? await previewSample(ctx, call) : await drawSample(ctx, call);
      if (json) {
        printJson(result);
        return 0;
      }
      printTable(result.strata);
      for (const merge of result.merges) print(`Merged: ${merge.from} (${merge.size} items) into ${merge.into}.`);
      const would = values.preview ? "Would draw" : "Drew";
      print(`${would} ${result.drawn} of ${result.frameSize} items: ${result.slots} places. Frame ${result.frameHash}`);
      return 0;
    });
  },
};
