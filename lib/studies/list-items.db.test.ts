import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { addItems, addLabels, COMMAND, makeJudge, makePerson, makeStudy } from "@/lib/labels/test-study";
import { listItems } from "./list-items";

type Query = Omit<Parameters<typeof listItems>[1], "studyId">;

async function all(studyId: string, query: Query = {}): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 1000; page += 1) {
    const { rows, nextCursor, total } = await listItems(COMMAND, {
      studyId,
      ...query,
      ...(cursor !== undefined && { cursor }),
    });
    keys.push(...rows.map((row) => row.key));
    if (nextCursor === null) {
      expect(keys).toHaveLength(total);

      return keys;
    }
    cursor = nextCursor;
  }
  throw new Error("the pages do not end");
}

const ODD = [
  "%",
  "_",
  "a%b",
  "a_b",
  "axb",
  'q"q',
  "q'q",
  "b\\b",
  "(",
  "é",
  "É",
  "😀",
  "a b",
  "A",
  "a",
  "Z",
  "\u2028",
  "--",
  "''",
];

test("keyset pages reach every item once, in byte order, whatever its key, also while items come and go", async () => {
  const { studyId } = await makeStudy(ODD.map((key) => ({ key })));
  const sorted = ODD.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  for (const take of [1, 2, 7, 100]) expect(await all(studyId, { take })).toEqual(sorted);
  const first = await listItems(COMMAND, { studyId, take: 5 });
  await addItems(studyId, [{ key: "!" }]);
  const second = await listItems(COMMAND, { studyId, take: 5, cursor: first.nextCursor ?? "" });
  expect(second.rows.map((row) => row.key)).toEqual(sorted.slice(5, 10));
});

test("a search is for the characters themselves, in keys and in texts, quotes and back-slashes too", async () => {
  const { studyId } = await makeStudy(ODD.map((key) => ({ key, passage: "nothing here" })));
  const found = async (search: string) => (await all(studyId, { search })).toSorted();
  expect(await found("%")).toEqual(["%", "a%b"]);
  expect(await found("_")).toEqual(["_", "a_b"].toSorted());
  expect(await found("a_b")).toEqual(["a_b"]);
  expect(await found("\\")).toEqual(["b\\b"]);
  expect(await found("q'q")).toEqual(["q'q"]);
  expect(await found('q"q')).toEqual(['q"q']);
  expect(await found('\'; DROP TABLE "Item"; --')).toEqual([]);
  await addItems(studyId, [{ key: "text", passage: 'He said "so\\be it" at 100% of_them' }]);
  for (const search of ['"so\\be it"', "100%", "of_them", "HE SAID"]) expect(await found(search)).toEqual(["text"]);
  expect(await prisma().item.count({ where: { studyId } })).toBe(ODD.length + 1);
});

async function answered() {
  const study = await makeStudy(Array.from({ length: 6 }, (_, i) => ({ key: `i${i}`, located: i !== 5 })));
  const { studyId, itemIds } = study;
  const round = async (name: string, purpose: "main" | "corpus" | "practice") => {
    const id = uuid7();
    await prisma().round.create({ data: { studyId, id, name, purpose, seed: "s" } });

    return id;
  };
  const [main, corpus, practice] = [
    await round("main", "main"),
    await round("corpus", "corpus"),
    await round("warm-up", "practice"),
  ];
  const raters = ["r1", "r2", "r3"].map((name) => ({
    studyId,
    id: uuid7(),
    pseudonym: name,
    kind: "human" as const,
    name,
  }));
  await prisma().rater.createMany({ data: raters });
  const give = (who: number, values: Record<number, string>, roundId = main, question = "kind") =>
    addLabels(
      studyId,
      roundId,
      raters[who]?.id ?? "",
      question,
      Object.fromEntries(Object.entries(values).map(([i, value]) => [itemIds[Number(i)] ?? "", value])),
    );
  // i0 AAA, i1 AAB, i2 AB (tie), i3 A alone, i4 nothing but practice and a skip, i5 nothing.
  await give(0, { 0: "A", 1: "A", 2: "A", 3: "A" });
  await give(1, { 0: "A", 1: "A", 2: "B" });
  await give(2, { 0: "A", 1: "B" });
  await give(0, { 4: "A" }, practice);
  await give(0, { 4: "garbled" }, main, "_skip");
  await give(1, { 3: "yes" }, main, "_flag");
  const judge = await makeJudge(studyId, "gpt");
  await addLabels(studyId, corpus, judge, "kind", {
    [itemIds[0] ?? ""]: "B",
    [itemIds[1] ?? ""]: "A",
    [itemIds[2] ?? ""]: "A",
  });

  return { studyId, itemIds, main, practice, raters, judge };
}

test("each filter by hand", async () => {
  const { studyId, main, practice, raters, judge } = await answered();
  const kind = (query: Query) => all(studyId, { question: "kind", ...query });
  expect(await kind({ filter: "labelled" })).toEqual(["i0", "i1", "i2", "i3"]);
  expect(await kind({ filter: "unlabelled" })).toEqual(["i4", "i5"]);
  expect(await kind({ filter: "disagree" })).toEqual(["i1", "i2"]);
  expect(await kind({ filter: "tie" })).toEqual(["i2"]);
  expect(await kind({ filter: "paired" })).toEqual(["i0", "i1", "i2"]);
  expect(await kind({ filter: "judge-differs" })).toEqual(["i0"]);
  expect(await kind({ filter: "not-located" })).toEqual(["i5"]);
  expect(await kind({ filter: "skipped" })).toEqual(["i4"]);
  expect(await kind({ filter: "flagged" })).toEqual(["i3"]);
  expect(await kind({ filter: "imported" })).toEqual(["i0", "i1", "i2", "i3"]);
  expect(await kind({ filter: "extra" })).toEqual([]);
  expect(await kind({ filter: "drawn" })).toEqual([]);
  expect(await kind({ filter: "served" })).toEqual([]);
  expect(await kind({ filter: "labelled", roundId: practice })).toEqual(["i4"]);
  expect(await kind({ filter: "skipped", roundId: practice })).toEqual([]);
  expect(await kind({ filter: "labelled", roundId: main })).toEqual(["i0", "i1", "i2", "i3"]);
  // A cell of the judge's confusion matrix: people's majority A, judge A; and one of two raters.
  expect(await kind({ rater: judge, value: "A", otherValue: "A" })).toEqual(["i1"]);
  const [one, two] = [raters[0]?.id, raters[1]?.id];
  expect(await kind({ rater: one, value: "A", otherRater: two, otherValue: "B" })).toEqual(["i2"]);
});

test("rows show the answers to the question asked, under pseudonyms; raters and strangers see nothing", async () => {
  const { studyId } = await answered();
  const { rows } = await listItems(COMMAND, { studyId, question: "kind", take: 2 });
  expect(rows[0]?.answers.map(({ pseudonym, value }) => `${pseudonym} ${value}`).slice(0, 3)).toEqual([
    "r1 A",
    "r2 A",
    "r3 A",
  ]);
  expect(rows[0]?.answers[3]).toMatchObject({ kind: "judge", value: "B" });
  const rater = await makePerson(studyId, "rater");
  await expect(listItems(rater.ctx, { studyId })).rejects.toMatchObject({ status: 403 });
  const stranger = await makePerson((await makeStudy()).studyId, "researcher");
  await expect(listItems(stranger.ctx, { studyId })).rejects.toMatchObject({ status: 404 });
  const odd = { studyId, filter: "rater.user.passphraseHash" } as unknown as Parameters<typeof listItems>[1];
  await expect(listItems(COMMAND, odd)).rejects.toThrow(/filter|option/i);
  const sort = { studyId, sort: "author.token" } as unknown as Parameters<typeof listItems>[1];
  await expect(listItems(COMMAND, sort)).rejects.toThrow(/sort/);
});
