import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Command, parseCommand, print, printJson, printTable, UsageError, withDatabase } from "@/bin/command";
import { findStudy } from "@/bin/find-study";
import { changeCampaignState } from "@/lib/campaigns/change-state";
import { createCampaign } from "@/lib/campaigns/create-campaign";
import { createInvitations } from "@/lib/campaigns/create-invitations";
import { importFocalPapers } from "@/lib/campaigns/import-focal-papers";
import { invitationsCsv } from "@/lib/campaigns/invitations-csv";
import { queueMessages } from "@/lib/campaigns/queue-messages";
import { listCampaigns } from "@/lib/campaigns/read-campaign";
import { readFunnel } from "@/lib/campaigns/read-funnel";
import { updateCampaign } from "@/lib/campaigns/update-campaign";
import { readYaml } from "@/lib/codebooks/read-yaml";
import type { ServiceContext } from "@/lib/context";
import { openPairs } from "@/lib/endorsements/open-pairs";
import { listPools } from "@/lib/pools/list-pools";

const text = { type: "string" as const };
const OPTIONS = { study: text, campaign: text, file: text, out: text, pool: text, format: text, profile: text };
type Values = ReturnType<typeof parseCommand<typeof OPTIONS>>["values"];
type Call = { ctx: ServiceContext; studyId: string; values: Values; files: string[] };

async function campaignOf({ ctx, studyId, values }: Call): Promise<{ studyId: string; campaignId: string }> {
  const all = await listCampaigns(ctx, { studyId });
  const found = all.find((row) => row.name === values.campaign || row.campaignId === values.campaign);
  const only = values.campaign === undefined && all.length === 1 ? all[0] : found;
  if (!only) {
    throw new UsageError(
      `Name the campaign: --campaign NAME. There are: ${all.map((row) => row.name).join(", ") || "none"}.`,
    );
  }

  return { studyId, campaignId: only.campaignId };
}

function done({ values }: Call, answer: unknown, sentence: string): number {
  if (values.json) printJson(answer);
  else print(sentence);

  return 0;
}

/** The fields of POST …/campaigns, from a YAML or JSON file. */
async function plan(file: string | undefined): Promise<Record<string, unknown>> {
  if (!file) throw new UsageError("Name the file that says what is asked: --file CAMPAIGN.yaml");
  const read = readYaml(await readFile(file, "utf8"));
  if (!read.ok)
    throw new UsageError(`${file}: ${read.faults.map((fault) => `line ${fault.line}: ${fault.reason}`).join("; ")}`);
  if (typeof read.value !== "object" || read.value === null || Array.isArray(read.value)) {
    throw new UsageError(`${file} holds no fields of a campaign.`);
  }

  return read.value as Record<string, unknown>;
}

async function mail(call: Call, action: "invite" | "remind"): Promise<number> {
  const answer = await queueMessages(call.ctx, { ...(await campaignOf(call)), action });
  const left = answer.left.map(({ reason, people }) => `${people} left out: ${reason.replaceAll("_", " ")}.`);
  const sent = answer.queued === 1 ? "1 message is" : `${answer.queued} messages are`;

  return done(call, answer, [`${sent} queued; the studio sends them while it runs.`, ...left].join("\n"));
}

const VERBS: Record<string, (call: Call) => Promise<number>> = {
  async list(call) {
    const rows = await listCampaigns(call.ctx, { studyId: call.studyId });
    printTable(
      rows.map(({ name, state, papers, invitees, submitted, closesAt }) => ({
        name,
        state,
        papers,
        people: invitees,
        submitted,
        closesAt,
      })),
      { json: call.values.json, empty: "No campaigns yet." },
    );

    return 0;
  },
  async create(call) {
    const made = await createCampaign(call.ctx, { ...(await plan(call.values.file)), studyId: call.studyId });

    return done(call, made, `Made: campaign ${made.campaignId}, a draft.`);
  },
  async import(call) {
    const scope = await campaignOf(call);
    const [file] = call.files;
    if (file === undefined || call.files.length > 1) throw new UsageError("Name one file of focal papers.");
    const result = await importFocalPapers(call.ctx, {
      ...scope,
      fileName: path.basename(file),
      bytes: createReadStream(file),
    });

    return done(call, result, `${result.papers} papers, ${result.references} references, ${result.people} new people.`);
  },
  async pool(call) {
    const scope = await campaignOf(call);
    const pools = await listPools(call.ctx, { studyId: call.studyId });
    const pool = pools.find((row) => row.name === call.values.pool);
    if (!pool)
      throw new UsageError(`There is no such pool. There are: ${pools.map((row) => row.name).join(", ") || "none"}.`);
    await updateCampaign(call.ctx, { ...scope, poolId: pool.poolId });

    return done(call, { poolId: pool.poolId }, `Additions are matched against ${pool.name} (${pool.size} papers).`);
  },
  async open(call) {
    const answer = await changeCampaignState(call.ctx, { ...(await campaignOf(call)), state: "open" });

    return done(call, answer, "Open: links work now.");
  },
  async close(call) {
    const answer = await changeCampaignState(call.ctx, { ...(await campaignOf(call)), state: "closed" });

    return done(call, answer, "Closed: every answer is kept.");
  },
  async invite(call) {
    const answer = await createInvitations(call.ctx, await campaignOf(call));
    if (call.values.json) printJson(answer);
    else {
      printTable(
        answer.made.map(({ email, url }) => ({ email, link: url })),
        { empty: "Everybody is invited already." },
      );
      if (answer.left > 0) print(`${answer.left} left out: they declined, or asked not to be written to.`);
    }

    return 0;
  },
  mail: (call) => mail(call, "invite"),
  remind: (call) => mail(call, "remind"),
  async csv(call) {
    const { text: csv, rows } = await invitationsCsv(call.ctx, await campaignOf(call));
    if (!call.values.out) {
      process.stdout.write(csv);

      return 0;
    }
    // The links open people's answers: the file is its owner's alone.
    await writeFile(call.values.out, csv, { mode: 0o600 });

    return done(call, { file: call.values.out, rows }, `Written: ${call.values.out} (${rows} links).`);
  },
  async funnel(call) {
    const funnel = await readFunnel(call.ctx, await campaignOf(call));
    const { checks, evaluableByTier, ...counts } = funnel;
    if (call.values.json) printJson(funnel);
    else {
      printTable(Object.entries(counts).map(([step, n]) => ({ step, n })));
      for (const { tier, pairs } of evaluableByTier) print(`  evaluable, ${tier}: ${pairs}`);
      for (const check of checks.filter((one) => !one.holds)) print(`Does not hold: ${check.text}.`);
      print("Answers from responders only.");
    }

    return funnel.checks.every((check) => check.holds) ? 0 : 1;
  },
  async pairs(call) {
    const { profile, format, out } = call.values;
    const file = await openPairs(call.ctx, {
      ...(await campaignOf(call)),
      ...(profile && { profile }),
      ...(format && { format }),
    });
    const parts: Uint8Array[] = [];
    for await (const part of file.bytes) parts.push(part);
    if (!out) {
      process.stdout.write(Buffer.concat(parts));

      return 0;
    }
    await writeFile(out, Buffer.concat(parts));

    return done(
      call,
      { file: out, rows: file.rows, withheld: file.withheld },
      `Written: ${out} (${file.rows} pairs, ${file.withheld} withheld).`,
    );
  },
};

export const command: Command = {
  name: "campaign",
  summary: "ask authors what shaped their papers",
  usage: `
assay campaign list    --study SLUG
assay campaign create  --study SLUG --file CAMPAIGN.yaml      name, texts, dates, what is collected
assay campaign import  --study SLUG [--campaign NAME] FILE    focal papers: JSON lines, CSV, Parquet, full texts
assay campaign pool    --study SLUG [--campaign NAME] --pool NAME
assay campaign open|close --study SLUG [--campaign NAME]
assay campaign invite  --study SLUG [--campaign NAME]         links, told once
assay campaign mail|remind --study SLUG [--campaign NAME]     invitations or reminders by the studio’s mail server
assay campaign csv     --study SLUG [--campaign NAME] [--out FILE]   for one’s own mailing; new links each time
assay campaign funnel  --study SLUG [--campaign NAME]
assay campaign pairs   --study SLUG [--campaign NAME] [--profile public|team|full] [--format jsonl|csv|parquet] [--out FILE]
    --campaign may be left out where the study has one`,
  async run(args) {
    const { values, positionals } = parseCommand(args, OPTIONS);
    const [verb = "", ...files] = positionals;
    const run = VERBS[verb];
    if (!run) throw new UsageError(`assay campaign ${Object.keys(VERBS).join("|")}`);

    return withDatabase(async (ctx) => {
      const { studyId } = await findStudy(ctx, values.study);

      return run({ ctx, studyId, values, files });
    });
  },
};
