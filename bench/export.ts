// Export of a layer as JSON lines and CSV against COPY … TO of the same label rows, in one run; first byte, and peak memory at two sizes.
// npx esbuild bench/export.ts --bundle --platform=node --format=esm --packages=external --outfile=.cache/bench/export.mjs && node .cache/bench/export.mjs [label rows]
// A server of its own in a temporary folder, gone afterwards. Each export runs in a process of its own, so that its memory is its own.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import os from "node:os";
import { promisify } from "node:util";
import type { ServiceContext } from "@/lib/context";
import { disconnect, prisma } from "@/lib/db/client";
import { withSnapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import { uuid7 } from "@/lib/db/uuid";
import { download } from "@/lib/http/stream";
import { openExport } from "@/lib/layers/open-export";
import { createStudy } from "@/lib/studies/create-study";
import { type CpuTime, cpuTime } from "./cpu-time";
import { ownDatabase } from "./own-database";

type Measured = { first: number; seconds: number; bytes: number; peak: number; cpu: CpuTime };

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "bench" };
const RATERS = 3;
/** Where the server's data lie: for its CPU time. */
let pgData = "";
const ROLES = ["TF", "ME", "GM", "CC", "TR", "BC"];

/** A study whose items have three people's labels each, given in the studio: filled slots, and no two codebook versions. */
async function makeStudy(labels: number): Promise<string> {
  const slug = `bench-${randomUUID()}`;
  const { studyId } = await createStudy(ctx, { slug, name: slug, codebook: { builtIn: "citation-role" } });
  const items = Math.ceil(labels / RATERS);
  const timeOrdered = uuid7().slice(0, 24); // An import's items get ids that rise in the order of its file.
  const roundId = uuid7();
  const raterIds = Array.from({ length: RATERS }, () => uuid7());
  await prisma().round.create({ data: { studyId, id: roundId, name: "main", purpose: "main", seed: "s" } });
  for (const [i, id] of raterIds.entries()) {
    await prisma().rater.create({ data: { studyId, id, pseudonym: `R${i + 1}`, kind: "human", name: `person ${i}` } });
  }
  await prisma().$executeRaw`
    INSERT INTO "Item" ("studyId", id, key, content, "contentHash", "focalKey", "targetKey", located)
    SELECT ${studyId}::uuid, (${timeOrdered} || lpad(to_hex(i), 12, '0'))::uuid, 'c' || i,
      jsonb_build_object('context_id', 'c' || i, 'context_text', repeat('The method of this paper extends [REF_TARGET]. ', 12) || i),
      md5(i::text), (1000 + i % 9973)::text, (500000 + i)::text, true
    FROM generate_series(1, ${items}::int) i`;
  await prisma().$executeRaw`
    INSERT INTO "Slot" ("studyId", id, "roundId", "itemId", n, position, "raterId", state, "filledAt", "codebookVersion")
    SELECT i."studyId", gen_random_uuid(), ${roundId}::uuid, i.id, r.n, (row_number() OVER (ORDER BY i.id))::int, r.id, 'filled', now(), 1
    FROM "Item" i CROSS JOIN unnest(${raterIds}::uuid[]) WITH ORDINALITY r(id, n) WHERE i."studyId" = ${studyId}::uuid`;
  await prisma().$executeRaw`
    INSERT INTO "Label" ("studyId", "roundId", "itemId", "raterId", question, value, "elapsedMs", "codebookVersion")
    SELECT s."studyId", s."roundId", s."itemId", s."raterId", 'role',
      (${ROLES}::text[])[1 + (CASE WHEN random() < .7 THEN abs(hashtext(s."itemId"::text)) % 6 ELSE floor(random() * 6)::int END)], 9000, 1
    FROM "Slot" s WHERE s."studyId" = ${studyId}::uuid`;
  await prisma().$executeRaw`ANALYZE`;

  return studyId;
}

/** CPU seconds of this process and of PostgreSQL since `before`. */
function since(before: CpuTime): CpuTime {
  const { node, postgres } = cpuTime(pgData);

  return {
    node: (node - before.node) / 1000,
    postgres: postgres === null ? null : (postgres - (before.postgres ?? 0)) / 1000,
  };
}

/** In this process: the verb's bytes as the route sends them, read to the end. */
async function exportOnce(studyId: string, format: string): Promise<Measured> {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 10);
  const before = cpuTime(pgData);
  const begin = performance.now();
  const opened = await openExport(ctx, { studyId, rule: { kind: "majority" }, question: "role", format });
  let [first, bytes] = [0, 0];
  for await (const chunk of download(opened.bytes, opened.fileName, opened.contentType).body ?? []) {
    if (first === 0) first = performance.now() - begin;
    bytes += chunk.length;
    look();
  }
  clearInterval(timer);

  return { first, seconds: (performance.now() - begin) / 1000, bytes, peak: peak / 2 ** 20, cpu: since(before) };
}

/** The label rows that the layer rests on, each with what the export says of it, as COPY writes them. */
async function copyOnce(studyId: string): Promise<Measured> {
  const before = cpuTime(pgData);
  const begin = performance.now();
  let [first, bytes] = [0, 0];
  await withSnapshot(async (snapshot) => {
    const rows = sql`
      SELECT i.key, i."focalKey", i."targetKey", r.pseudonym, l.value, o.name, l.origin, l."codebookVersion", l.confidence, l.probability
      FROM "Label" l JOIN "Item" i ON i."studyId" = l."studyId" AND i.id = l."itemId"
      JOIN "Rater" r ON r."studyId" = l."studyId" AND r.id = l."raterId"
      JOIN "Round" o ON o."studyId" = l."studyId" AND o.id = l."roundId"
      WHERE l."studyId" = ${studyId}::uuid AND l.question = 'role'`;
    for await (const chunk of snapshot.copyOut(rows)) {
      if (first === 0) first = performance.now() - begin;
      bytes += chunk.length;
    }
  });

  const peak = process.memoryUsage.rss() / 2 ** 20;

  return { first, seconds: (performance.now() - begin) / 1000, bytes, peak, cpu: since(before) };
}

async function apart(studyId: string, what: string, small: string): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    process.argv[1]!,
    "--one",
    studyId,
    what,
    small,
    pgData,
  ]);

  return JSON.parse(stdout);
}

async function measureAll(): Promise<void> {
  const database = await ownDatabase();
  pgData = database.pgData;
  const table: Record<string, string | number | null>[] = [];
  try {
    const most = Number(process.argv[2] ?? 1_000_000);
    const small = await makeStudy(30);
    for (const labels of [Math.round(most / 10), most]) {
      const studyId = await makeStudy(labels);
      await apart(studyId, "copy", small); // Reads the tables once, so that none is the first.
      let copy = Number.NaN;
      for (const what of ["copy", "jsonl", "csv"]) {
        const { first, seconds, bytes, peak, cpu } = await apart(studyId, what, small);
        if (what === "copy") copy = seconds;
        table.push({
          "label rows": labels,
          what: what === "copy" ? "COPY … TO" : what,
          "first byte, ms": Math.round(first),
          seconds: Number(seconds.toFixed(2)),
          "rows a second": Math.round(labels / seconds),
          "of COPY": Number((copy / seconds).toFixed(2)),
          MB: Number((bytes / 1e6).toFixed(1)),
          "peak RSS, MB": Math.round(peak),
          "node, CPU s": Number(cpu.node.toFixed(1)),
          "postgres, CPU s": cpu.postgres,
        });
      }
    }
    console.table(table);
    const load = os.loadavg().map((one) => one.toFixed(1));
    console.log(`load ${load.join(" ")}; bars: first byte < 1,000 ms, of COPY ≥ .5, memory flat`);
  } finally {
    await disconnect();
    await database.end();
  }
}

const [, , flag, studyId = "", what = "", small = "", data = ""] = process.argv;
if (flag === "--one") {
  pgData = data;
  // A studio that was just started has much to load; what is measured is one that has answered before.
  await (what === "copy" ? copyOnce(small) : exportOnce(small, what));
  console.log(JSON.stringify(await (what === "copy" ? copyOnce(studyId) : exportOnce(studyId, what))));
  await disconnect();
} else await measureAll();
