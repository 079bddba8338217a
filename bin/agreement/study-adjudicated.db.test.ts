import { expect, test } from "vitest";
import { addRater, addRound, makeReportStudy, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND } from "@/lib/labels/test-study";
import { judgeReport } from "./judges";
import { studyData } from "./study-data";

/* Two people A A B B and A B B A, the judge A A B A; items 1 and 3 are decided as A and A: the judge is right on both. */
test("--reference adjudicated rests on what was settled in the study; its column is none of the raters", async () => {
  const made = await makeReportStudy(4);
  const { studyId, slug, roundId, itemIds } = made;
  await say(made, await addRater(studyId, "h1"), "kind", "A A B B");
  await say(made, await addRater(studyId, "h2"), "kind", "A B B A");
  const corpus = { ...made, roundId: await addRound(studyId, "corpus", "corpus") };
  await say(corpus, await addRater(studyId, "gpt", "judge"), "kind", "A A B A", { origin: "imported" });
  const asked = { study: slug, question: "kind", judges: [], adjudicated: true };
  await expect(studyData(COMMAND, asked)).rejects.toThrow("Nothing of kind is adjudicated");
  await prisma().adjudication.createMany({
    data: [1, 3].map((item) => ({
      ...{
        studyId,
        roundId,
        itemId: itemIds[item] ?? "",
        question: "kind",
        value: "A",
        userId: uuid7(),
        basisHash: "",
      },
      ...{ reason: "rater_slip" as const, opId: uuid7(), codebookVersion: 1 },
    })),
  });
  const { data } = await studyData(COMMAND, asked);
  expect(data.humans.raters).toHaveLength(2);
  const [judge] = data.judges;
  if (!judge) throw new Error("no judge");
  expect(judge.table.raters).toEqual([...data.humans.raters, "adjudicated", judge.judge]);
  const report = judgeReport(
    {
      ...{ judge: judge.judge, table: judge.table, humans: [...data.humans.raters], reference: "adjudicated" },
      ...{ scale: "nominal", epsilon: 0.2, score: "accuracy", abstain: data.abstain },
    },
    { replicates: 0, seed: "1", level: 0.95, warn: () => {} },
  );
  expect(report).toMatchObject({ items: 2, accuracy: { value: 1 } });
});
