// 2,000,000 items × 6 raters, 60 % missing: the pattern pass in the database, and α with 10,000 replicates from what it gives.
// npx esbuild bench/patterns.ts --bundle --platform=node --format=esm --packages=external --outfile=.cache/bench/patterns.mjs && node .cache/bench/patterns.mjs [items]
// A server of its own in a temporary folder, gone afterwards. Base of the ratio: PostgreSQL counting the same rows.
import { bootstrapInterval } from "@/lib/agreement/bootstrap-interval";
import { countTable } from "@/lib/agreement/count-table";
import { krippendorffAlphaMeasure } from "@/lib/agreement/krippendorff-alpha";
import { patternTable } from "@/lib/agreement/pattern-table";
import { loadPatterns, preparePatternPass } from "@/lib/agreement-reports/load-patterns";
import type { ServiceContext } from "@/lib/context";
import { disconnect, prisma } from "@/lib/db/client";
import { withTransaction } from "@/lib/db/transaction";
import { uuid7 } from "@/lib/db/uuid";
import { ownDatabase } from "./own-database";

const ITEMS = Number(process.argv[2] ?? 2_000_000);
const RATERS = 6;
const categories = ["TF", "ME", "GM", "CC", "TR", "BC"];
const ctx: ServiceContext = { actor: { kind: "command" }, requestId: "bench" };

async function seconds<T>(
  name: string,
  work: () => Promise<T> | T,
): Promise<{ name: string; seconds: number; value: T }> {
  const started = performance.now();
  const value = await work();

  return { name, seconds: (performance.now() - started) / 1000, value };
}

async function fill(studyId: string, roundId: string, raterIds: string[]): Promise<void> {
  await prisma().$executeRaw`
    INSERT INTO "Label" ("studyId", "roundId", "itemId", unit, "raterId", question, value, "codebookVersion", origin)
    SELECT ${studyId}::uuid, ${roundId}::uuid, lpad(to_hex(i), 32, '0')::uuid, '', r.id, 'role',
      (${categories}::text[])[1 + CASE WHEN random() < .7 THEN i % 6 ELSE floor(random() * 6)::int END], 1, 'studio'
    FROM generate_series(1, ${ITEMS}::int) i CROSS JOIN unnest(${raterIds}::uuid[]) r(id) WHERE random() < .4`;
  await prisma().$executeRaw`ANALYZE "Label"`;
}

const database = await ownDatabase();
try {
  const [studyId, roundId] = [uuid7(), uuid7()];
  const raterIds = Array.from({ length: RATERS }, () => uuid7());
  const filled = await seconds("fill (not measured)", () => fill(studyId, roundId, raterIds));
  const scope = { studyId, question: "role", roundIds: [roundId], categories, raterIds, judgeIds: [] };
  const base = await seconds(
    "count(*) of the same rows",
    () =>
      prisma().$queryRaw<
        { n: number }[]
      >`SELECT count(*)::int AS n FROM "Label" WHERE "studyId" = ${studyId}::uuid AND question = 'role'`,
  );
  const pass = await seconds("pattern pass in the database", () =>
    withTransaction(
      ctx,
      async (_, inside) => {
        await preparePatternPass(inside);

        return loadPatterns(inside, { ...scope, abstainSource: null, blindOnly: false, versions: null });
      },
      { timeout: 120_000 },
    ),
  );
  const rest = await seconds("α with 10,000 replicates from the patterns", () => {
    const table = countTable(patternTable({ categories, raters: raterIds, rows: pass.value.humans }));

    return bootstrapInterval(krippendorffAlphaMeasure(table), { seed: "bench", replicates: 10_000 });
  });
  console.log(`${ITEMS} items × ${RATERS} raters, ${base.value[0]?.n} labels, ${pass.value.humans.length} patterns`);
  console.table(
    [filled, base, pass, rest].map(({ name, seconds: time }) => ({
      what: name,
      seconds: time.toFixed(2),
      "ratio to count(*)": (time / base.seconds).toFixed(1),
    })),
  );
} finally {
  await disconnect();
  await database.end();
}
