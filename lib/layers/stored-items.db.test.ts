import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { withSnapshot } from "@/lib/db/snapshot";
import { uuid7 } from "@/lib/db/uuid";
import { command, newStudy } from "@/lib/imports/test-study";
import { layerRowsOf } from "./layer-rows";
import { resolveLayerSpec } from "./resolve-layer-spec";
import type { LayerRow } from "./wire";

async function rowsOf(studyId: string, spec: object): Promise<LayerRow[]> {
  const layer = await resolveLayerSpec(command, studyId, spec);
  const rows: LayerRow[] = [];
  await withSnapshot(async (snapshot) => {
    for await (const page of layerRowsOf(snapshot, layer)) rows.push(...page);
  });

  return rows;
}

async function makeStudy(items: number) {
  const studyId = await newStudy("citation-role");
  const roundId = uuid7();
  const [judgeId, first, second] = [uuid7(), uuid7(), uuid7()];
  await prisma().round.create({ data: { studyId, id: roundId, name: "main", purpose: "main", seed: "s" } });
  await prisma().rater.createMany({
    data: [
      { studyId, id: judgeId, pseudonym: "J1", kind: "judge", name: "judge" },
      { studyId, id: first, pseudonym: "R1", kind: "human", name: "one" },
      { studyId, id: second, pseudonym: "R2", kind: "human", name: "two" },
    ],
  });
  await prisma().$executeRaw`
    INSERT INTO "Item" ("studyId", id, key, content, "contentHash")
    SELECT ${studyId}::uuid, gen_random_uuid(), lpad(i::text, 6, '0'), '{}', 'h' FROM generate_series(0, ${items - 1}::int) i`;

  return { studyId, roundId, judgeId, first, second };
}

test("texts come back as they were stored, whatever is in them; absent ones as null", async () => {
  const { studyId, roundId, first, second } = await makeStudy(1);
  const odd = "tab\t newline\n return\r back\\slash \\N \\t é 漢字 🙂";
  await prisma().$executeRaw`
    INSERT INTO "Label" ("studyId", "roundId", "itemId", "raterId", question, value, confidence, probability, "codebookVersion")
    SELECT i."studyId", ${roundId}::uuid, i.id, r.id, 'role', 'TF', r.confidence, r.probability, 1
    FROM "Item" i CROSS JOIN (VALUES (${second}::uuid, ${odd}::text, 0.1::float8 + 0.2::float8), (${first}::uuid, NULL, NULL)) r(id, confidence, probability)
    WHERE i."studyId" = ${studyId}::uuid`;
  const [row] = await rowsOf(studyId, { question: "role", rule: { kind: "majority" } });
  expect(row?.labels.map(({ rater, confidence, probability }) => [rater, confidence, probability])).toEqual([
    ["R1", null, null],
    ["R2", odd, 0.30000000000000004],
  ]);
});

test("more kinds of labels and more skipped places than are kept in memory: each item has its own, skipped ones none", async () => {
  const items = 20_010;
  const { studyId, roundId, judgeId, first, second } = await makeStudy(items);
  await prisma().$executeRaw`
    INSERT INTO "Slot" ("studyId", "roundId", "itemId", n, position, "raterId", state, id)
    SELECT i."studyId", ${roundId}::uuid, i.id, r.n, 1, r.id, r.state::"SlotState", gen_random_uuid()
    FROM "Item" i CROSS JOIN (VALUES (1, ${first}::uuid, 'skipped'), (2, ${second}::uuid, 'filled')) r(n, id, state)
    WHERE i."studyId" = ${studyId}::uuid`;
  await prisma().$executeRaw`
    INSERT INTO "Label" ("studyId", "roundId", "itemId", "raterId", question, value, probability, "codebookVersion")
    SELECT i."studyId", ${roundId}::uuid, i.id, r.id, 'role', r.value, CASE WHEN r.judge THEN i.key::float8 / 100000 END, 1
    FROM "Item" i CROSS JOIN (VALUES (${first}::uuid, 'ME', false), (${second}::uuid, 'TF', false), (${judgeId}::uuid, 'GM', true)) r(id, value, judge)
    WHERE i."studyId" = ${studyId}::uuid`;
  const people = await rowsOf(studyId, { question: "role", rule: { kind: "majority" } });
  expect(people).toHaveLength(items);
  expect(people.filter((row) => row.label !== "TF" || row.labels.length !== 1)).toEqual([]);
  const judged = await rowsOf(studyId, { question: "role", rule: { kind: "judge", judgeId } });
  expect(judged.map((row) => row.key)).toEqual(Array.from({ length: items }, (_, i) => String(i).padStart(6, "0")));
  const wrong = judged.filter((row, i) => row.label !== "GM" || row.confidence !== i / 100_000);
  expect(wrong).toEqual([]);
});
