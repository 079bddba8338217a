// Import of items and of judge labels against plain COPY of the same rows into the same tables, in one run; peak memory at two sizes.
// npx esbuild bench/import.ts --bundle --platform=node --format=esm --packages=external --outfile=.cache/bench/import.mjs && node .cache/bench/import.mjs [rows]
// A server of its own in a temporary folder, gone afterwards; or in the EMPTY database that BENCH_DATABASE_URL names.
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import type { ServiceContext } from "@/lib/context";
import { disconnect, prisma } from "@/lib/db/client";
import { connect } from "@/lib/db/connection";
import { migrate } from "@/lib/db/migrate";
import { withSnapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { placesAt } from "@/lib/db/supervisor/places";
import { joinEmbedded, stopEmbedded } from "@/lib/db/supervisor/supervisor";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import type { ImportView } from "@/lib/imports/wire";
import { createStudy } from "@/lib/studies/create-study";

const ROWS = Number(process.argv[2] ?? 100_000);
const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "bench" };
const folder = mkdtempSync(path.join(os.tmpdir(), "assay-bench-"));

/** On disk beforehand, so that making them is not measured. */
async function written(rows: number, line: (i: number) => object): Promise<string> {
  const file = path.join(folder, `${randomUUID()}.jsonl`);
  const lines = function* () {
    for (let i = 0; i < rows; i += 1) yield `${JSON.stringify(line(i))}\n`;
  };
  await pipeline(lines, createWriteStream(file));

  return file;
}

function open(file: string) {
  return [{ name: path.basename(file), bytes: createReadStream(file, { highWaterMark: 1 << 18 }) }];
}

const words =
  "the method of this paper extends earlier work on models of language and of vision with a loss that is not new".split(
    " ",
  );

function item(i: number) {
  const sentence = (from: number) =>
    Array.from({ length: 30 }, (_, k) => words[(i * 7 + from + k * (1 + (i % 5))) % words.length]);
  const context_text = `${sentence(0).join(" ")}. As [REF_TARGET] says, ${sentence(3).join(" ")} ${i}. ${sentence(11).join(" ")}.`;

  return { context_id: `c${i}`, focal_corpusid: 1000 + (i % 997), candidate_corpusid: 5000 + i, context_text };
}

const roles = ["TF", "ME", "GM", "CC", "TR", "BC"] as const;

function label(i: number) {
  const subtype = roles[i % roles.length] ?? "BC";
  const root = i % roles.length < 3 ? "ROOT" : "NON_ROOT";

  return {
    context_id: `c${i}`,
    reasoning: `Because of ${words.join(" ")}.`,
    label: root,
    subtype,
    confidence: "high",
    key_phrase: "extends",
  };
}

async function measured(work: () => Promise<ImportView>): Promise<{ seconds: number; peak: number }> {
  let peak = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const begin = performance.now();
  const view = await work();
  clearInterval(timer);
  if (view.state !== "done") throw new Error(JSON.stringify(view.faults.slice(0, 3)));

  return { seconds: (performance.now() - begin) / 1000, peak: peak / 2 ** 20 };
}

async function newStudy(): Promise<string> {
  const slug = `bench-${randomUUID()}`;

  return (await createStudy(ctx, { slug, name: slug, codebook: { builtIn: "citation-role" } })).studyId;
}

const COLUMNS = {
  Item: sql`id, key, content, "contentHash", "focalKey", "targetKey", "windowHash", located, "importId"`,
  Label: sql`"roundId", "itemId", "raterId", question, value, derived, origin, confidence, rationale, "keyPhrase", "importId", "codebookVersion"`,
};

/** Writes the study's rows to a file under another study's id, then times plain COPY of them, commit included. */
async function plainCopy(table: "Item" | "Label", from: string, to: string): Promise<number> {
  const file = path.join(folder, `${table}-${randomUUID()}`);
  const columns = COLUMNS[table];
  const name = table === "Item" ? sql`"Item"` : sql`"Label"`;
  await withSnapshot(async (snapshot) => {
    const select = sql`SELECT ${to}::uuid, ${columns} FROM ${name} WHERE "studyId" = ${from}::uuid`;
    await pipeline(snapshot.copyOut(select), createWriteStream(file));
  });
  const client = await connect(undefined, "bench");
  const begin = performance.now();
  await client.query("BEGIN");
  const stream = client.query(copyFrom(sql`COPY ${name} ("studyId", ${columns}) FROM STDIN`.text));
  await pipeline(createReadStream(file, { highWaterMark: 1 << 18 }), stream);
  await client.query("COMMIT");
  const seconds = (performance.now() - begin) / 1000;
  await client.end();
  rmSync(file);

  return seconds;
}

async function openDatabase(): Promise<{ url: string; end: () => Promise<unknown> }> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) return { url: given, end: async () => undefined };
  const data = mkdtempSync(path.join(os.tmpdir(), "assay-bench-data-"));
  const places = placesAt(data);
  const server = await joinEmbedded({ places });

  return {
    url: server.url,
    end: async () => {
      await server.release();
      await stopEmbedded({ places, force: true });
      const socket = new URL(server.url).searchParams.get("host");
      for (const made of [data, socket]) if (made) rmSync(made, { recursive: true, force: true });
    },
  };
}

const database = await openDatabase();
try {
  await migrate(database.url);
  process.env.DATABASE_URL = database.url;
  const table: Record<string, string | number>[] = [];
  await importItems(ctx, { studyId: await newStudy(), files: open(await written(5000, item)) });
  for (const rows of [Math.round(ROWS / 4), ROWS]) {
    const studyId = await newStudy();
    const [itemFile, labelFile] = [await written(rows, item), await written(rows, label)];
    const items = await measured(() => importItems(ctx, { studyId, files: open(itemFile) }));
    const labels = await measured(() => importJudgeLabels(ctx, { studyId, files: open(labelFile) }));
    const other = await newStudy();
    const copied = { items: await plainCopy("Item", studyId, other), labels: await plainCopy("Label", studyId, other) };
    for (const [what, ours, plain, n] of [
      ["items", items, copied.items, rows],
      ["judge labels", labels, copied.labels, 2 * rows],
    ] as const) {
      table.push({
        what,
        rows: n,
        "import rows/s": Math.round(n / ours.seconds),
        "COPY rows/s": Math.round(n / plain),
        ratio: (plain / ours.seconds).toFixed(2),
        "peak RSS MB": Math.round(ours.peak),
      });
    }
    await prisma().$executeRaw`DELETE FROM "Study" WHERE id = ANY(${[studyId, other]}::uuid[])`;
  }
  console.table(table);
} finally {
  await disconnect();
  await database.end();
  rmSync(folder, { recursive: true, force: true });
}
