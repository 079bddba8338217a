import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { COMMAND, makePerson, makeStudy, TEST_CODEBOOK } from "@/lib/labels/test-study";
import { addCodebookTask } from "./add-codebook-task";
import { addCodebookVersion } from "./add-codebook-version";
import { listCodebookTasks } from "./list-codebook-tasks";
import { readCodebookHistory } from "./read-codebook-history";
import { settleCodebookTask } from "./settle-codebook-task";

test("the to-do list: each opens its item, is settled by a version, and may be opened again", async () => {
  const { studyId, itemIds } = await makeStudy(1);
  const { ctx, userId } = await makePerson(studyId, "researcher");
  const adjudicator = await makePerson(studyId, "adjudicator");
  const noted = { studyId, id: uuid7(), question: "kind", option: "A", text: "Say where A ends." };
  await prisma().codebookTask.create({
    data: { ...noted, itemId: itemIds[0] ?? "", codebookVersion: 1, createdById: adjudicator.userId },
  });
  const { taskId } = await addCodebookTask(adjudicator.ctx, {
    studyId,
    text: " Give an example of B. ",
    question: "kind",
  });
  const open = await listCodebookTasks(ctx, { studyId });
  expect(open.map((row) => [row.text, row.itemKey, row.doneAt])).toEqual([
    ["Say where A ends.", "k000000", null],
    ["Give an example of B.", null, null],
  ]);
  const text = JSON.stringify({ ...TEST_CODEBOOK, about: "B: such as this." });
  await addCodebookVersion(ctx, { studyId, text });
  expect(await settleCodebookTask(ctx, { studyId, taskId, done: true })).toEqual({ taskId, doneVersion: 2 });
  expect((await listCodebookTasks(ctx, { studyId })).map((row) => [row.taskId, row.doneVersion])).toEqual([
    [noted.id, null],
    [taskId, 2],
  ]);
  expect(await prisma().codebookTask.findFirst({ where: { id: taskId } })).toMatchObject({ doneById: userId });
  expect(await settleCodebookTask(ctx, { studyId, taskId, done: false })).toEqual({ taskId, doneVersion: null });

  await expect(settleCodebookTask(adjudicator.ctx, { studyId, taskId, done: true })).rejects.toMatchObject({
    status: 403,
  });
  const other = await makeStudy(0);
  const foreign = settleCodebookTask(COMMAND, { studyId: other.studyId, taskId, done: true });
  await expect(foreign).rejects.toMatchObject({ status: 404 });
  await expect(settleCodebookTask(ctx, { studyId, taskId, done: true, version: 9 })).rejects.toMatchObject({
    status: 404,
  });
  const rater = await makePerson(studyId, "rater");
  await expect(listCodebookTasks(rater.ctx, { studyId })).rejects.toMatchObject({ status: 403 });
  await expect(readCodebookHistory(rater.ctx, { studyId })).rejects.toMatchObject({ status: 403 });
});

test("the history says what each version changed: options by the mapping, wordings with both texts, the rest in a line", async () => {
  const { studyId } = await makeStudy(0);
  const [kind, strong] = TEST_CODEBOOK.questions;
  const options = [
    { id: "AA", label: "A", key: "1" },
    { id: "B", label: "Bee", key: "2" },
    { id: "C", label: "C", key: "3" },
  ];
  const second = {
    ...TEST_CODEBOOK,
    questions: [
      { ...kind, text: "What kind?", options: [...options, kind!.options[2]] },
      { ...strong, askWhen: { question: "kind", is: ["AA"] } },
    ],
    derived: [
      {
        ...TEST_CODEBOOK.derived[0],
        rule: { map: { question: "kind", to: { AA: "LEFT", B: "RIGHT", C: "RIGHT", UNSURE: null } } },
      },
    ],
  };
  await addCodebookVersion(COMMAND, { studyId, text: JSON.stringify(second), note: "Finer" });
  await addCodebookVersion(COMMAND, { studyId, text: JSON.stringify({ ...second, about: "Read first." }) });
  const [third, changed, first] = await readCodebookHistory(COMMAND, { studyId });
  expect(first).toMatchObject({ version: 1, changes: [] });
  expect(third).toMatchObject({ version: 3, changes: [{ kind: "elsewhere" }] });
  expect(changed).toMatchObject({ version: 2, note: "Finer" });
  expect(changed?.changes).toEqual([
    {
      kind: "question reworded",
      question: "kind",
      from: ["kind"],
      to: ["kind"],
      was: "Kind\nWhich kind?",
      is: "Kind\nWhat kind?",
    },
    { kind: "renamed", question: "kind", from: ["A"], to: ["AA"] },
    { kind: "reworded", question: "kind", from: ["B"], to: ["B"], was: "B", is: "Bee" },
    { kind: "added", question: "kind", from: [], to: ["C"] },
  ]);
});
