import { expect, test } from "vitest";
import { AgreementFile } from "./agreement-file";
import { makeRelease, sourceOf, textOf } from "./test-release";
import { verifyRelease } from "./verify-release";

test("a release made by the encoders is in order, and says how much was checked", async () => {
  const { files } = await makeRelease();
  const { findings, notes, facts } = await verifyRelease(sourceOf(files));
  expect(findings).toEqual([]);
  expect(notes).toEqual([]);
  // 41 grades by people and 12 by the judge, as many matches, and 3 labels on units 13 and 14.
  expect(facts).toMatchObject({ files: files.size, labels: 2 * (41 + 12) + 3, agreementNumbers: 5 });
});

test("agreement of Krippendorff’s example is the published one: .743 nominal, .815 ordinal, .849 interval", async () => {
  const { files } = await makeRelease();
  const { numbers } = AgreementFile.parse(JSON.parse(textOf(files, "agreement.json")));
  const value = (id: string) => numbers.find((number) => number.id === id)?.value ?? Number.NaN;
  expect(value("grade/alpha_nominal")).toBeCloseTo(0.743, 3);
  expect(value("grade/alpha_ordinal")).toBeCloseTo(0.815, 3);
  expect(value("grade/alpha_interval")).toBeCloseTo(0.849, 3);
  // Against the majority (u06 settled as 2) the judge is wrong on units 4 and 9 alone.
  expect(value("grade/judge_accuracy/r-judge")).toBeCloseTo(10 / 12, 12);
});

test("the same rows give the same bytes", async () => {
  const [first, second] = [await makeRelease(), await makeRelease()];
  expect([...first.files.keys()]).toEqual([...second.files.keys()]);
  for (const [path, bytes] of first.files) expect(second.files.get(path)?.equals(bytes), path).toBe(true);
});
