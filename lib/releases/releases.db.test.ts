import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { command } from "@/lib/imports/test-study";
import { type LayerItem, makeLayerStudy } from "@/lib/layers/test-layer";
import { verifyRelease } from "@/lib/release-files/verify-release";
import { readRelease } from "./read-release";
import { filesOf, release, sha256 } from "./test-release";

// ME and TF make a root, BC and CC do not.
const ITEMS: LayerItem[] = [
  ["a1", "10", "20", "ME ME BC", "ME", 0.5],
  ["a2", "10", "21", "BC BC BC", "BC", 0.25],
  ["a3", "10", "22", "", "CC", 0.875],
  ["b1", "10", "30", "ME BC", "BC", 0.125],
  ["c1", "9", "100", "ME", "", null],
  ["d1", "7", "8", "BC TF", "UNSURE", 0.75],
];

const sourceOf = (files: ReadonlyMap<string, Buffer>) => ({
  async *list() {
    yield* files.keys();
  },
  async *open(path: string) {
    yield files.get(path) ?? Buffer.alloc(0);
  },
});

test("a release verifies with no database; its counts are those of the study; its files are what was stored", async () => {
  const { studyId } = await makeLayerStudy(ITEMS);
  const { releaseId, version } = await release(studyId, {
    layers: ["majority:root", "judge:student"],
    tables: ["alt_test", "rhetoric_labels_paper_level", "human_gold_audit"],
  });
  expect(version).toBe("1.0.0");
  const files = await filesOf(studyId, releaseId);
  const { findings } = await verifyRelease(sourceOf(files));
  expect(findings).toEqual([]);
  const view = await readRelease(command, { studyId, releaseId });
  expect(view.state).toBe("ready");
  for (const file of view.files) expect(sha256(files.get(file.path) ?? Buffer.alloc(0))).toBe(file.sha256);
  expect(sha256(files.get("manifest.json") ?? Buffer.alloc(0))).toBe(view.manifestHash);
  // By hand: majority of root is ROOT, WEED, none, tie, ROOT, tie.
  expect(view.manifest?.layers[0]).toMatchObject({ rows: 6, labelled: 3, byLabel: { ROOT: 2, WEED: 1 } });
  expect(await prisma().release.count({ where: { studyId, state: "ready" } })).toBe(1);
});
