import type { ServiceContext } from "@/lib/context";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { createRound } from "@/lib/sampling/create-round";
import { drawSample } from "@/lib/sampling/draw-sample";
import { createStudy } from "@/lib/studies/create-study";
import { DEMO_PASSAGES, DEMO_PRACTICE } from "./demo-passages";

const RATERS = ["Ines", "Tomas", "Wren"];
const ROOT = new Set(["TF", "ME", "GM"]);

async function* lines(records: object[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const record of records) yield encoder.encode(`${JSON.stringify(record)}\n`);
}

function file(name: string, records: object[]) {
  return [{ name, bytes: lines(records) }];
}

/**
 * The demo: a citation-role study of invented papers with a finished pilot by three raters, one judge, three practice
 * items and a main round that waits for its first rater. Made through the same verbs as everybody's studies.
 */
export async function seedDemoStudy(ctx: ServiceContext): Promise<void> {
  const { studyId } = await createStudy(ctx, {
    slug: "demo",
    name: "Roots of invented papers",
    description:
      "A demo. Every paper, passage and label in it is invented, so that you can try everything and break nothing.",
    licence: "CC0 1.0",
    sourceUrl: "written for the demo",
    codebook: { builtIn: "citation-role" },
    demo: true,
  });
  const item = (key: string, focal: number, cited: number, text: string) => ({
    context_id: key,
    focal_corpusid: String(focal),
    candidate_corpusid: String(cited),
    context_text: text,
    target_marker: "[REF_TARGET]",
  });
  const items = [
    ...DEMO_PASSAGES.map(([key, focal, cited, text]) => item(key, focal, cited, text)),
    ...DEMO_PRACTICE.map(([key, focal, cited, text]) => item(key, focal, cited, text)),
  ];
  await importItems(ctx, { studyId, files: file("invented-passages.jsonl", items) });
  await seedRounds(ctx, studyId);
  await seedLabels(ctx, studyId);
}

async function seedRounds(ctx: ServiceContext, studyId: string): Promise<void> {
  const practice = await createRound(ctx, { studyId, name: "practice", purpose: "practice" });
  await createRound(ctx, { studyId, name: "pilot", purpose: "pilot" });
  const main = await createRound(ctx, { studyId, name: "main", purpose: "main" });
  const focal = (ids: number[]) => ({ filter: { fields: [{ field: "focal_corpusid", is: ids.map(String) }] } });
  await drawSample(ctx, {
    studyId,
    roundId: practice.roundId,
    plan: { size: "all", seed: "demo", k: 20, ...focal([9090]) },
  });
  const papers = [...new Set(DEMO_PASSAGES.map(([, paper]) => paper))];
  await drawSample(ctx, {
    studyId,
    roundId: main.roundId,
    plan: {
      size: 20,
      seed: "demo",
      k: 2,
      strata: [{ field: "focal_corpusid" }],
      allocation: "equal",
      ...focal(papers),
    },
  });
}

async function seedLabels(ctx: ServiceContext, studyId: string): Promise<void> {
  const pilot = DEMO_PASSAGES.flatMap(([key, , , , roles]) =>
    roles.split(" ").map((role, place) => ({ context_id: key, rater: RATERS[place], role })),
  );
  await importHumanLabels(ctx, { studyId, files: file("pilot-labels.jsonl", pilot), options: { round: "pilot" } });
  const gold = DEMO_PRACTICE.map(([key, , , , role, why]) => ({ context_id: key, role, rationale: why }));
  await importHumanLabels(ctx, {
    studyId,
    files: file("practice-gold.jsonl", gold),
    options: { round: "practice", rater: "gold" },
  });
  const judged = DEMO_PASSAGES.map(([key, , , , , role, confidence, probability]) => ({
    context_id: key,
    label: ROOT.has(role) ? "ROOT" : "NON_ROOT",
    subtype: role,
    confidence,
    root_probability: probability,
  }));
  await importJudgeLabels(ctx, {
    studyId,
    files: file("demo-judge.jsonl", judged),
    options: { run: "demo-judge", model: "an invented model" },
  });
}
