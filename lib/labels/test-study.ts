import { createHash } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import type { Role } from "@/lib/db/generated/enums";
import { uuid7 } from "@/lib/db/uuid";
import { newPseudonym } from "./ensure-rater";

/** For tests: a study of its own with two questions (one asked only after `yes`), a mark, a skip reason and a derived label. */
export const TEST_CODEBOOK = {
  assay: 1,
  id: "test-book",
  title: "A test",
  item: {
    fields: [
      { id: "passage", label: "Passage", type: "window", showTo: "rater", display: "reading", marker: "[T]" },
      { id: "group", label: "Group", type: "text", showTo: "none", required: false },
    ],
    focal: "group",
    window: "passage",
  },
  questions: [
    {
      id: "kind",
      title: "Kind",
      text: "Which kind?",
      scale: "nominal",
      options: [
        { id: "A", label: "A", key: "1" },
        { id: "B", label: "B", key: "2" },
        { id: "UNSURE", label: "Unsure", askedOf: "judge" },
      ],
    },
    {
      id: "strong",
      title: "Strong",
      text: "Strong?",
      scale: "binary",
      askWhen: { question: "kind", is: ["A"] },
      options: [
        { id: "yes", label: "Yes", key: "y" },
        { id: "no", label: "No", key: "n" },
      ],
    },
  ],
  marks: [{ id: "data", label: "Data", key: "d" }],
  skipReasons: [{ id: "garbled", label: "Garbled" }],
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

export const COMMAND: ServiceContext = { actor: { kind: "command" }, requestId: "test" };

export type TestItem = { key?: string; passage?: string; group?: string; windowHash?: string; located?: boolean };

export async function makeStudy(items: number | readonly TestItem[] = 0, codebook: unknown = TEST_CODEBOOK) {
  const studyId = uuid7();
  const slug = `t-${studyId}`;
  await prisma().study.create({ data: { id: studyId, slug, name: "Test" } });
  await prisma().codebook.create({
    data: { studyId, version: 1, name: "test-book", content: codebook as object, contentHash: uuid7() },
  });
  const rows = typeof items === "number" ? Array.from({ length: items }, () => ({})) : items;
  const itemIds = await addItems(studyId, rows);

  return { studyId, slug, itemIds };
}

export async function addItems(studyId: string, rows: readonly TestItem[]): Promise<string[]> {
  const data = rows.map(({ key, passage, group, windowHash, located = true }, i) => {
    const text = passage ?? `Before it. We follow [T] in part ${i}. After it.`;

    return {
      studyId,
      id: uuid7(),
      key: key ?? `k${String(i).padStart(6, "0")}`,
      content: { passage: text, ...(group === undefined ? {} : { group }) },
      contentHash: createHash("sha256").update(text).digest("hex"),
      focalKey: group ?? null,
      windowHash: windowHash ?? createHash("sha256").update(text).digest("hex"),
      located,
    };
  });
  for (let from = 0; from < data.length; from += 2000) {
    await prisma().item.createMany({ data: data.slice(from, from + 2000) });
  }

  return data.map((row) => row.id);
}

/** A signed-in person with a role in the study. */
export async function makePerson(studyId: string, role: Role | null = "rater") {
  const userId = uuid7();
  const email = `${userId}@example.org`;
  await prisma().user.create({ data: { id: userId, email, name: "Test", passphraseHash: "-" } });
  if (role) await prisma().membership.create({ data: { studyId, userId, role } });
  const ctx: ServiceContext = {
    actor: { kind: "user", userId, sessionId: uuid7(), administrator: false },
    requestId: "test",
  };

  return { ctx, userId, email };
}

export async function makeJudge(studyId: string, name: string): Promise<string> {
  const id = uuid7();
  await prisma().rater.create({ data: { studyId, id, pseudonym: newPseudonym(10), kind: "judge", name } });

  return id;
}

export async function addLabels(
  studyId: string,
  roundId: string,
  raterId: string,
  question: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const data = Object.entries(values).map(([itemId, value]) => ({
    studyId,
    roundId,
    itemId,
    raterId,
    question,
    value,
    origin: "imported" as const,
    codebookVersion: 1,
  }));
  for (let from = 0; from < data.length; from += 2000) {
    await prisma().label.createMany({ data: data.slice(from, from + 2000) });
  }
}
