import { expect, test } from "vitest";
import { addRater, addRound, makeReportStudy, say } from "@/lib/agreement-reports/test-labels";
import { database, prisma } from "@/lib/db/client";
import { withSnapshot } from "@/lib/db/snapshot";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND } from "@/lib/labels/test-study";
import { forPrisma, type SettledRow, settledAdjudications, settledByRound } from "./settled-adjudications";

type Said = { item: number; who: string; value: string; settles?: boolean; roundId?: string; minute?: number };

async function decide(study: { studyId: string; roundId: string; itemIds: string[] }, rows: Said[]) {
  await prisma().adjudication.createMany({
    data: rows.map(({ item, who, value, settles = false, roundId = study.roundId, minute = 0 }) => ({
      studyId: study.studyId,
      roundId,
      itemId: study.itemIds[item] ?? "",
      question: "kind",
      userId: who,
      value,
      reason: settles ? ("genuinely_ambiguous" as const) : ("rater_slip" as const),
      settles,
      basisHash: "",
      opId: uuid7(),
      at: new Date(Date.UTC(2026, 0, 1, 0, minute)),
      codebookVersion: 1,
    })),
  });
}

function short(rows: SettledRow[], itemIds: string[]) {
  return rows
    .map((row) => [itemIds.indexOf(row.itemId), row.value, row.decided, row.adjudicators, row.reason])
    .toSorted((a, b) => Number(a[0]) - Number(b[0]));
}

test("one decision, two alike, two that differ, and what settles them; imported decisions only where the studio has none", async () => {
  const study = await makeReportStudy(7);
  const [ann, bob, cat] = [uuid7(), uuid7(), uuid7()];
  await decide(study, [
    { item: 0, who: ann, value: "A" },
    { item: 1, who: ann, value: "B" },
    { item: 1, who: bob, value: "B" },
    { item: 2, who: ann, value: "A" },
    { item: 2, who: bob, value: "B" },
    { item: 3, who: ann, value: "A" },
    { item: 3, who: bob, value: "B" },
    { item: 3, who: cat, value: "B", settles: true },
    // Bob comes round to ann's answer by a settling decision: now both say the same.
    { item: 4, who: ann, value: "A" },
    { item: 4, who: bob, value: "A", settles: true },
  ]);
  await say(study, await addRater(study.studyId, "adjudicated"), "kind", "B . . . . B .", { origin: "imported" });
  const expected = [
    [0, "A", "unanimous", 1, "rater_slip"],
    [1, "B", "unanimous", 2, "rater_slip"],
    [2, null, "unsettled", 2, "rater_slip"],
    [3, "B", "settling", 3, "genuinely_ambiguous"],
    [4, "A", "unanimous", 2, "genuinely_ambiguous"],
    [5, "B", "imported", 1, null],
  ];
  const scope = { studyId: study.studyId, roundIds: [study.roundId], question: "kind" };
  const rows = await withSnapshot((snapshot) => snapshot.rows<SettledRow>(settledAdjudications(scope)));
  expect(short(rows, study.itemIds)).toEqual(expected);
  const byPrisma = await database(COMMAND).$queryRaw<(SettledRow & { roundId: string })[]>(
    forPrisma(settledByRound(scope)),
  );
  expect(short(byPrisma, study.itemIds)).toEqual(expected);
  expect(new Set(byPrisma.map((row) => row.roundId))).toEqual(new Set([study.roundId]));
  const none = await withSnapshot((snapshot) =>
    snapshot.rows<SettledRow>(settledAdjudications({ ...scope, question: "side" })),
  );
  expect(none).toEqual([]);
});

test("over two rounds each decision counts; by round each stands alone; of two that settle the later one counts", async () => {
  const study = await makeReportStudy(2);
  const second = await addRound(study.studyId, "second");
  const [ann, bob, cat] = [uuid7(), uuid7(), uuid7()];
  await decide(study, [
    { item: 0, who: ann, value: "A" },
    { item: 0, who: ann, value: "B", roundId: second },
    { item: 1, who: ann, value: "A" },
    { item: 1, who: bob, value: "B", settles: true, minute: 2 },
    { item: 1, who: cat, value: "A", settles: true, minute: 1 },
  ]);
  const scope = { studyId: study.studyId, roundIds: [study.roundId, second], question: "kind" };
  const both = await withSnapshot((snapshot) => snapshot.rows<SettledRow>(settledAdjudications(scope)));
  expect(short(both, study.itemIds).map((row) => row.slice(0, 4))).toEqual([
    [0, null, "unsettled", 1],
    [1, "B", "settling", 3],
  ]);
  const each = await withSnapshot((snapshot) => snapshot.rows<SettledRow & { roundId: string }>(settledByRound(scope)));
  const byRound = (roundId: string) =>
    short(
      each.filter((row) => row.roundId === roundId),
      study.itemIds,
    ).map((row) => row.slice(0, 3));
  expect(byRound(study.roundId)).toEqual([
    [0, "A", "unanimous"],
    [1, "B", "settling"],
  ]);
  expect(byRound(second)).toEqual([[0, "B", "unanimous"]]);
});
