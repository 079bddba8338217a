import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { makeStudy } from "@/lib/labels/test-study";

/** For tests: UNSURE, which only judges may say, stands first in one question and in the middle of the other. */
export const REPORT_CODEBOOK = {
  assay: 1,
  id: "report-book",
  title: "Reports",
  item: { fields: [{ id: "passage", label: "Passage", type: "text", showTo: "both" }] },
  questions: [
    {
      id: "kind",
      title: "Kind",
      text: "Which kind?",
      scale: "nominal",
      options: [
        { id: "UNSURE", label: "Unsure", askedOf: "judge" },
        { id: "A", label: "A", key: "1" },
        { id: "B", label: "B", key: "2" },
      ],
    },
    {
      id: "grade",
      title: "Grade",
      text: "Which grade?",
      scale: "ordinal",
      options: [
        { id: "1", label: "one", key: "3" },
        { id: "2", label: "two", key: "4" },
        { id: "UNSURE", label: "Unsure", askedOf: "judge" },
        { id: "3", label: "three", key: "5" },
        { id: "4", label: "four", key: "6" },
        { id: "5", label: "five", key: "7" },
      ],
    },
  ],
  derived: [
    {
      id: "side",
      title: "Side",
      scale: "binary",
      options: [
        { id: "LEFT", label: "Left" },
        { id: "RIGHT", label: "Right" },
      ],
      rule: { map: { question: "kind", to: { A: "LEFT", B: "RIGHT", UNSURE: null } } },
    },
  ],
};

export async function makeReportStudy(items: number) {
  const study = await makeStudy(items, REPORT_CODEBOOK);
  const roundId = await addRound(study.studyId, "main");

  return { ...study, roundId };
}

export async function addRound(studyId: string, name: string, purpose: "main" | "practice" | "corpus" = "main") {
  const id = uuid7();
  await prisma().round.create({ data: { studyId, id, name, purpose, seed: "s" } });

  return id;
}

export async function addRater(studyId: string, name: string, kind: "human" | "judge" = "human"): Promise<string> {
  const id = uuid7();
  await prisma().rater.create({ data: { studyId, id, pseudonym: `${name}-${id.slice(-6)}`, kind, name } });

  return id;
}

type Said = { studyId: string; roundId: string; itemIds: readonly string[] };

/** One rater's answers in the order of the items, one character (or word) each; `.` is no answer. */
export async function say(
  { studyId, roundId, itemIds }: Said,
  raterId: string,
  question: string,
  answers: string,
  more: { origin?: "studio" | "imported"; extra?: boolean; codebookVersion?: number; probability?: number } = {},
): Promise<void> {
  const data = answers
    .split(" ")
    .flatMap((value, i) =>
      value === "."
        ? []
        : [{ studyId, roundId, itemId: itemIds[i] ?? "", raterId, question, value, codebookVersion: 1, ...more }],
    );
  await prisma().label.createMany({ data });
}
