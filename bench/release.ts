// Freezing a release and verifying it: seconds and peak memory at two sizes, each in a process of its own.
// npx esbuild bench/release.ts --bundle --platform=node --format=esm --packages=external --outfile=.cache/bench/release.mjs && node .cache/bench/release.mjs [items]
// A server of its own in a temporary folder, gone afterwards.
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import type { ServiceContext } from "@/lib/context";
import { disconnect, prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { verifyRelease } from "@/lib/release-files/verify-release";
import { buildRelease } from "@/lib/releases/build-release";
import { createRelease } from "@/lib/releases/create-release";
import { openReleaseFile } from "@/lib/releases/open-release-file";
import { readRelease } from "@/lib/releases/read-release";
import { createStudy } from "@/lib/studies/create-study";
import { cpuTime } from "./cpu-time";
import { ownDatabase } from "./own-database";

const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "bench" };
const ROLES = ["TF", "ME", "GM", "CC", "TR", "BC"];

/** Items with one label each by a judge and by a person, on every item, as an import leaves them. */
async function makeStudy(items: number): Promise<string> {
  const slug = `bench-${randomUUID()}`;
  const { studyId } = await createStudy(ctx, { slug, name: "Bench", codebook: { builtIn: "citation-role" } });
  const corpus = await prisma().round.findFirstOrThrow({ where: { studyId, purpose: "corpus" } });
  const [roundId, person, judge] = [uuid7(), uuid7(), uuid7()];
  await prisma().round.create({ data: { studyId, id: roundId, name: "main", purpose: "main", seed: "s" } });
  await prisma().rater.create({ data: { studyId, id: person, pseudonym: "r-aaaa", kind: "human", name: "p" } });
  await prisma().rater.create({ data: { studyId, id: judge, pseudonym: "r-bbbb", kind: "judge", name: "judge" } });
  const timeOrdered = uuid7().slice(0, 24);
  await prisma().$executeRaw`
    INSERT INTO "Item" ("studyId", id, key, content, "contentHash", "focalKey", "targetKey", located)
    SELECT ${studyId}::uuid, (${timeOrdered} || lpad(to_hex(i), 12, '0'))::uuid, 'c' || i,
      jsonb_build_object('context_id', 'c' || i, 'context_text', repeat('The method of this paper extends [REF_TARGET]. ', 8) || i),
      md5(i::text), (1000 + i % 9973)::text, (500000 + i)::text, true
    FROM generate_series(1, ${items}::int) i`;
  for (const [rater, round] of [
    [person, roundId],
    [judge, corpus.id],
  ] as const)
    await prisma().$executeRaw`
      INSERT INTO "Label" ("studyId", "roundId", "itemId", "raterId", question, value, "codebookVersion", origin, probability)
      SELECT ${studyId}::uuid, ${round}::uuid, i.id, ${rater}::uuid, 'role', (${ROLES}::text[])[1 + abs(hashtext(i.id::text || ${rater})) % 6], 1,
        'imported', 0.5
      FROM "Item" i WHERE i."studyId" = ${studyId}::uuid`;
  await prisma().$executeRaw`ANALYZE`;

  return studyId;
}

async function build(studyId: string, folder: string): Promise<void> {
  const plan = { title: "Bench", layers: ["majority:role", "judge:judge"], licence: "CC-BY-4.0", authors: ["A"] };
  const { releaseId } = await createRelease(ctx, { studyId, plan: { ...plan, replicates: 200 } });
  await buildRelease(ctx, { studyId, releaseId });
  if (folder === "") return;
  const { files } = await readRelease(ctx, { studyId, releaseId });
  for (const file of files) {
    const place = path.join(folder, file.path);
    await mkdir(path.dirname(place), { recursive: true });
    const { bytes } = await openReleaseFile(ctx, { studyId, releaseId, path: file.path });
    await pipeline(Readable.from(bytes), createWriteStream(place));
  }
}

async function verify(folder: string): Promise<void> {
  const { findings } = await verifyRelease({
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const entry of entries)
        if (!entry.isDirectory()) yield path.relative(folder, path.join(entry.parentPath, entry.name));
    },
    open: (file) => createReadStream(path.join(folder, file), { highWaterMark: 1 << 18 }),
  });
  if (findings.length > 0) throw new Error(JSON.stringify(findings.slice(0, 3)));
}

type Measured = { seconds: number; peak: number; cpu: number; postgres: number | null };

async function apart(...given: string[]): Promise<Measured> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...process.execArgv,
    process.argv[1] ?? "",
    "--one",
    ...given,
  ]);

  return JSON.parse(stdout);
}

async function measure(what: string, studyId: string, folder: string, pgData: string): Promise<Measured> {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 20);
  const before = cpuTime(pgData);
  const begin = performance.now();
  await (what === "verify" ? verify(folder) : build(studyId, ""));
  const seconds = (performance.now() - begin) / 1000;
  look();
  clearInterval(timer);
  const after = cpuTime(pgData);
  const postgres = after.postgres === null ? null : (after.postgres - (before.postgres ?? 0)) / 1000;

  return { seconds, peak, cpu: (after.node - before.node) / 1000, postgres };
}

async function measureAll(): Promise<void> {
  const database = await ownDatabase();
  const temporary = await mkdtemp(path.join(os.tmpdir(), "assay-bench-release-"));
  const table: Record<string, string | number | null>[] = [];
  try {
    const most = Number(process.argv[2] ?? 200_000);
    for (const items of [Math.round(most / 10), most]) {
      const studyId = await makeStudy(items);
      for (const what of ["build", "verify"]) {
        const folder = path.join(temporary, String(items));
        if (what === "verify") await build(await makeStudy(items), folder);
        const { seconds, peak, cpu, postgres } = await apart(what, studyId, folder, database.pgData);
        table.push({
          ...{
            items,
            labels: 2 * items,
            what,
            seconds: Number(seconds.toFixed(1)),
            "peak RSS, MB": Math.round(peak / 1e6),
          },
          ...{ "node, CPU s": Number(cpu.toFixed(1)), "postgres, CPU s": postgres },
        });
        console.table(table.slice(-1));
      }
    }
    console.table(table);
    console.log(
      `load ${os
        .loadavg()
        .map((one) => one.toFixed(1))
        .join(" ")}; bar: memory flat`,
    );
  } finally {
    await disconnect();
    await database.end();
    await rm(temporary, { recursive: true, force: true });
  }
}

const [, , flag, what = "", studyId = "", folder = "", data = ""] = process.argv;
if (flag === "--one") {
  console.log(JSON.stringify(await measure(what, studyId, folder, data)));
  await disconnect();
} else await measureAll();
