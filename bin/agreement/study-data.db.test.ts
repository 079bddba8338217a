import { expect, test } from "vitest";
import { addRater, addRound, makeReportStudy, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { COMMAND } from "@/lib/labels/test-study";
import { agreementReport } from "./agreement-report";
import { fileData } from "./file-data";
import { reportOptions } from "./options";
import { studyData } from "./study-data";

const PEOPLE = { h1: "A A B B A B A", h2: "A A B B B B A", h3: "A B B A . B A" };
const JUDGES = { gpt: "A A B A A UNSURE .", llama: "A B B A A B B" };

/** The same labels as a wide file. */
async function* wideFile(names: string[]) {
  const columns = [...Object.values(PEOPLE), ...Object.values(JUDGES)].map((said) => said.split(" "));
  const rows = Array.from({ length: 7 }, (_, item) =>
    columns.map((column) => (column[item] ?? "").replace(/^\.$/, "")),
  );
  yield new TextEncoder().encode([names, ...rows].map((row, at) => `${at || "item"},${row.join(",")}`).join("\n"));
}

test("a study gives the numbers of the same labels in a file", async () => {
  const study = await makeReportStudy(7);
  const { studyId } = study;
  const corpus = { ...study, roundId: await addRound(studyId, "corpus", "corpus") };
  for (const [name, answers] of Object.entries(PEOPLE))
    await say(study, await addRater(studyId, name), "kind", answers);
  for (const [name, answers] of Object.entries(JUDGES)) {
    await say(corpus, await addRater(studyId, name, "judge"), "kind", answers, { origin: "imported" });
  }
  const { slug } = await prisma().study.findFirstOrThrow({ where: { id: studyId } });
  const options = reportOptions({ bootstrap: "0" });
  const { data, scale } = await studyData(COMMAND, { study: slug, question: "kind", judges: [] });
  expect(scale).toBe("nominal");
  const ours = agreementReport(data, options);
  const names = [...data.humans.raters, ...data.judges.map(({ judge }) => judge)];
  const file = await fileData(wideFile(names), {
    fileName: "same.csv",
    scale: "nominal",
    reference: "majority",
    categories: ["A", "B"],
    abstain: ["UNSURE"],
    judges: data.judges.map(({ judge }) => judge),
  });
  expect(ours).toEqual(agreementReport(file.data, options));
  expect(ours.judges[0]).toMatchObject({ items: 4, accuracy: { value: 3 / 4 } });
  const one = await studyData(COMMAND, { study: slug, question: "kind", judges: ["llama"] });
  expect(one.data.judges).toHaveLength(1);
  await expect(studyData(COMMAND, { study: slug, judges: ["nobody"] })).rejects.toThrow("no judge nobody");
});
