import { addRater, addRound, say } from "@/lib/agreement-reports/test-labels";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, file, lines, newStudy } from "@/lib/imports/test-study";

const ROLES = ["ME ME BC", "BC BC BC", "TF ME ME", "BC TF", "ME"];

/** By majority ROOT, WEED, ROOT, a tie, ROOT; the judge says ROOT throughout. */
export async function seedRoots(): Promise<{ studyId: string; slug: string }> {
  const studyId = await newStudy("citation-role");
  const items = ROLES.map((_, i) => ({
    context_id: `k${i}`,
    focal_corpusid: "1",
    candidate_corpusid: String(i + 2),
    context_text: `In part ${i} we build on [REF_TARGET].`,
  }));
  await importItems(command, { studyId, files: [file("i.jsonl", lines(...items))] });
  const people = ROLES.flatMap((roles, i) =>
    roles.split(" ").map((role, n) => ({ context_id: `k${i}`, rater: `person ${n}`, role })),
  );
  await importHumanLabels(command, { studyId, files: [file("h.jsonl", lines(...people))] });
  const judged = ROLES.map((_, i) => ({ context_id: `k${i}`, subtype: "ME" }));
  const files = [file("j.jsonl", lines(...judged))];
  await importJudgeLabels(command, { studyId, files, options: { run: "student" } });

  return { studyId, slug: await slugOf(studyId) };
}

/** Mentions 1 3 7 2 1, distinct passages 1 2 3 2 1; the first is a baseline, the third relevant, two have no majority. */
export async function seedReferences(): Promise<{ studyId: string; slug: string }> {
  const studyId = await newStudy("must-cite");
  const windows = [[1], [1, 2, 2], [1, 2, 3], [1, 2], [1]];
  const records = windows.map((all, i) => ({
    query_id: "q",
    target: `r${i + 1}`,
    contexts: all.map((n) => ({ section: "Introduction", context: `Passage ${n} of it.` })),
    ...(i === 2 && { mention_count: 7 }),
    ...(i === 4 && { mention_count: 1 }),
  }));
  await importItems(command, { studyId, files: [file("refs.jsonl", lines(...records))] });
  const items = await prisma().item.findMany({ where: { studyId }, orderBy: { key: "asc" }, select: { id: true } });
  const study = { studyId, itemIds: items.map((item) => item.id), roundId: await addRound(studyId, "main") };
  const [a, b] = [await addRater(studyId, "a"), await addRater(studyId, "b")];
  await say(study, a, "baseline", "yes no no no .");
  await say(study, b, "baseline", "yes no no yes .");
  await say(study, a, "relevance", "2 1 5 3 2");
  await say(study, b, "relevance", "2 1 5 3 2");

  return { studyId, slug: await slugOf(studyId) };
}

async function slugOf(studyId: string): Promise<string> {
  return (await prisma().study.findUniqueOrThrow({ where: { id: studyId }, select: { slug: true } })).slug;
}
