import { expect, test } from "vitest";
import { addRater, addRound, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { command } from "@/lib/imports/test-study";
import { makeStudy } from "@/lib/labels/test-study";
import { createLayer } from "@/lib/layers/create-layer";
import type { Row } from "@/lib/release-files/columns";
import { verifyRelease } from "@/lib/release-files/verify-release";
import { addCodebookVersion } from "@/lib/studies/add-codebook-version";
import { buildRelease } from "./build-release";
import { createRelease } from "./create-release";
import { readReleaseNumbers } from "./read-release-numbers";
import { filesOf, planOf, release, sourceOf, verified } from "./test-release";

function book(question: string, options: readonly string[]) {
  return {
    ...{ assay: 1, id: "versions", title: "Versions" },
    item: { fields: [{ id: "passage", label: "Passage", type: "text", showTo: "both" }] },
    questions: [
      {
        ...{ id: question, title: "Kind", text: "Which kind?", scale: "nominal" },
        options: options.map((id) => ({ id, label: id })),
      },
    ],
  };
}

const LAYERS = { layers: ["first", "settled"] };

/** Six items. Version 1: A, B, C. Version 2: A is called AA, C is C1 or C2. `question`: its id in version 2. */
async function twoVersions(question: string) {
  const made = await makeStudy(6, book("kind", ["A", "B", "C"]));
  const { studyId, itemIds } = made;
  const study = { ...made, roundId: await addRound(studyId, "main") };
  const corpus = { ...made, roundId: await addRound(studyId, "corpus", "corpus") };
  await say(study, await addRater(studyId, "r1"), "kind", "A B C A B A");
  await say(study, await addRater(studyId, "r2"), "kind", "A B C B B A");
  await say(corpus, await addRater(studyId, "gpt", "judge"), "kind", "A B C A B A", { origin: "imported" });
  await createLayer(command, { studyId, name: "old", spec: { rule: { kind: "adjudicated_first" } } });
  const text = JSON.stringify(book(question, ["AA", "B", "C1", "C2"]));
  const options = [
    { from: ["A"], to: ["AA"] },
    { from: ["C"], to: ["C1", "C2"] },
  ];
  await addCodebookVersion(command, { studyId, text, mapping: [{ from: "kind", to: question, options }] });
  const newer = { codebookVersion: 2 };
  await say(study, await addRater(studyId, "r3"), question, "AA B C1 AA B .", newer);
  await say(study, await addRater(studyId, "r4"), question, "AA B C2 B B AA", newer);
  await createLayer(command, { studyId, name: "first", spec: { rule: { kind: "adjudicated_first" } } });
  await createLayer(command, { studyId, name: "settled", spec: { rule: { kind: "adjudicated_only" } } });
  const [ann, bob] = [uuid7(), uuid7()];
  const decided = (item: number, userId: string, value: string, version: number) => ({
    ...{ studyId, roundId: study.roundId, itemId: itemIds[item] ?? "", userId, value, codebookVersion: version },
    ...{ question: version === 1 ? "kind" : question, reason: "rater_slip" as const, basisHash: "", opId: uuid7() },
  });
  await prisma().adjudication.createMany({
    data: [
      // One decision across the renaming; one that was split since; one on which they differ; one of version 1 alone.
      ...[decided(0, ann, "A", 1), decided(0, bob, "AA", 2), decided(2, ann, "C", 1)],
      ...[decided(3, ann, "AA", 2), decided(3, bob, "B", 1), decided(4, ann, "B", 1)],
    ],
  });

  return { studyId, itemIds };
}

async function tables(studyId: string, releaseId: string) {
  const files = await filesOf(studyId, releaseId);
  const rows = (path: string) =>
    String(files.get(path) ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Row);
  const settled = rows("adjudications.jsonl").map((row) => [
    ...[Number(String(row.item).slice(1)), row.question, row.value],
    ...[row.settled, row.adjudicators, row.codebook_version],
  ]);
  const layer = (name: string) => rows(`layers/${name}.jsonl`).map((row) => row.label);

  return { files, settled, layer };
}

// "kind": an option is renamed and one split. "sort": the question has another id as well.
test.each(["kind", "sort"])(
  "numbers are those of the newest version, decisions are read in it (%s)",
  async (question) => {
    const { studyId } = await twoVersions(question);
    const made = await release(studyId, LAYERS);
    expect(await verified(studyId, made.releaseId)).toEqual([]);
    const { files, settled, layer } = await tables(studyId, made.releaseId);
    expect(settled).toEqual([
      [0, question, "AA", "unanimous", 2, 2],
      [3, question, null, "unsettled", 2, 2],
      [4, question, "B", "unanimous", 1, 2],
    ]);
    // Item 2: C says nothing now and C1, C2 are a tie; item 3 is open; item 5: A, A and AA.
    expect(layer("first")).toEqual(["AA", "B", null, null, "B", "AA"]);
    expect(layer("settled")).toEqual(["AA", null, null, null, "B", null]);

    /*
     * By hand, of r3 AA B C1 AA B and r4 AA B C2 B B: equal on 3 of 5. Of ten labels AA 3, B 5, C1 1, C2 1:
     * De = 1 - (3·2 + 5·4) / (10·9) = 64/90, α = 1 - .4 / De. κ: by chance (2·1 + 2·3) / 25 = .32, (.6 - .32) / .68.
     */
    const numbers = await readReleaseNumbers(command, { studyId, releaseId: made.releaseId });
    expect(numbers.map((number) => number.id)).toEqual(
      ["alpha_nominal", "kappa", "percent", "all_equal"].map((measure) => `${question}/${measure}`),
    );
    const values = numbers.map((number) => number.value ?? Number.NaN);
    for (const [i, expected] of [1 - 0.4 / (64 / 90), 0.28 / 0.68, 0.6, 0.6].entries())
      expect(values[i]).toBeCloseTo(expected, 12);
    for (const { n } of numbers) expect(n).toBe(5);
    const agreement = JSON.parse(String(files.get("agreement.json")));
    for (const { raters, codebookVersion } of agreement.numbers)
      expect([raters.length, codebookVersion]).toEqual([2, 2]);
    // Two people and a judge, six items each.
    const manifest = JSON.parse(String(files.get("manifest.json")));
    const asked = question === "kind" ? ["kind"] : ["kind", "sort"];
    expect(manifest.otherVersions).toEqual([{ question, asked, codebookVersion: 2, labels: 18 }]);
    const changed = { ...manifest, otherVersions: [{ ...manifest.otherVersions[0], labels: 17 }] };
    const { findings } = await verifyRelease(
      sourceOf(files.set("manifest.json", Buffer.from(JSON.stringify(changed)))),
    );
    expect(findings.map((finding) => finding.message)).toContain(`otherVersions.${question} is 17; the rows give 18.`);
    expect(String(files.get("report.md"))).toContain(
      "only labels under version 2 are compared. 18 counted labels under other versions are in labels.jsonl",
    );
  },
);

test("a patch repeats decisions as they were read, the open ones too", async () => {
  const { studyId, itemIds } = await twoVersions("sort");
  const base = await release(studyId, LAYERS);
  await prisma().label.deleteMany({ where: { studyId, itemId: itemIds[5] ?? "", question: "sort" } });
  const { releaseId } = await createRelease(command, { studyId, plan: planOf(LAYERS), patchOf: base.releaseId });
  const patched = await buildRelease(command, { studyId, releaseId });
  expect(patched.version).toBe("1.0.1");
  expect(await verified(studyId, releaseId)).toEqual([]);
  const [before, after] = [await tables(studyId, base.releaseId), await tables(studyId, releaseId)];
  expect(after.settled).toEqual(before.settled);
  expect(after.layer("first")).toEqual(["AA", "B", null, null, "B", "AA"]);
});

test("a layer of the older version is not held against decisions that left the file", async () => {
  const { studyId } = await twoVersions("kind");
  const made = await release(studyId, { layers: ["old"] });
  // Under version 1 item 2 is C by decision, item 3 of A and B is open where AA is a later version's.
  const { layer } = await tables(studyId, made.releaseId);
  expect(layer("old")[2]).toBe("C");
  expect(await verified(studyId, made.releaseId)).toEqual([]);
});
