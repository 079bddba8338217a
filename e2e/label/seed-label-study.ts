import { createHash, randomBytes } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { prisma } from "@/lib/db/client";
import type { RoundPurpose } from "@/lib/db/generated/enums";
import { uuid7 } from "@/lib/db/uuid";
import { createStudy } from "@/lib/studies/create-study";
import { type SeededUser, seedUser } from "@/prisma/seed/seed-user";

const command: ServiceContext = { actor: { kind: "command" }, requestId: "e2e" };

type Content = Record<string, string | number | { section: string; context: string }[]>;
type Seed = { codebook: string; items: Content[]; k?: number; raters?: number; purpose?: RoundPurpose };

export type LabelStudy = {
  studyId: string;
  roundId: string;
  slug: string;
  itemIds: string[];
  raters: [SeededUser, ...SeededUser[]];
};

/** A study with its items, one round, k open slots an item, and people who rate. Invented texts throughout. */
export async function seedLabelStudy({
  codebook,
  items,
  k = 1,
  raters = 1,
  purpose = "main",
}: Seed): Promise<LabelStudy> {
  const slug = `label-${randomBytes(5).toString("hex")}`;
  const name = `Invented study ${slug}`;
  const { studyId } = await createStudy(command, { slug, name, codebook: { builtIn: codebook } });
  const roundId = uuid7();
  await prisma().round.create({ data: { studyId, id: roundId, name: "Main", purpose, seed: slug } });
  const rows = items.map((content, i) => ({
    studyId,
    id: uuid7(),
    key: `item-${String(i).padStart(4, "0")}`,
    content,
    contentHash: hash(JSON.stringify(content)),
    windowHash: hash(String(content.context_text ?? i).replace("[REF_TARGET]", "[]")),
    located: true,
  }));
  await prisma().item.createMany({ data: rows });
  await prisma().slot.createMany({
    data: rows.flatMap(({ id: itemId }, position) =>
      Array.from({ length: k }, (_, n) => ({ studyId, roundId, itemId, n: n + 1, position })),
    ),
  });
  const people: SeededUser[] = [];
  for (let i = 0; i < Math.max(1, raters); i += 1) people.push(await seedUser({ roles: [{ studyId, role: "rater" }] }));

  return { studyId, roundId, slug, itemIds: rows.map((row) => row.id), raters: people as LabelStudy["raters"] };
}

/** Passages for citation-role; the number tells them apart. */
export function passages(count: number): Content[] {
  return Array.from({ length: count }, (_, i) => ({
    context_id: `c${i}`,
    context_text: `Digests differ in length. We keep the ordering step of [REF_TARGET] in part ${i}. Section 4 tells why.`,
  }));
}

/** Citation instances for must-cite. */
export function instances(count: number): Content[] {
  return Array.from({ length: count }, (_, i) => ({
    query_id: `q${i}`,
    target: "r1",
    query_title: `On the patience of readers, part ${i}`,
    cited_title: "Slow lists",
    cited_year: 2019,
    cited_as: "Ferri (2019)",
    contexts: [
      { section: "1 Introduction", context: `Ferri (2019) lists slowly, as part ${i} recalls.` },
      { section: "5 Experiments", context: "Table 2 compares with Ferri (2019)." },
    ],
  }));
}

export type StoredEvent = {
  question: string;
  value: string | null;
  itemId: string;
  opId: string;
  seq: number;
  note: string | null;
};

/** The events of one person in a study, as the database has them, in order. */
export async function eventsOf(studyId: string, userId: string): Promise<StoredEvent[]> {
  const rater = await prisma().rater.findFirst({ where: { studyId, userId } });
  if (!rater) return [];

  return prisma().labelEvent.findMany({
    where: { studyId, raterId: rater.id },
    orderBy: { seq: "asc" },
    select: { question: true, value: true, itemId: true, opId: true, seq: true, note: true },
  });
}

/** The current, not derived answers of one person: `question=value`, in the order of the items. */
export async function labelsOf(study: LabelStudy, userId: string): Promise<string[]> {
  const rater = await prisma().rater.findFirst({ where: { studyId: study.studyId, userId } });
  const rows = await prisma().label.findMany({
    where: { studyId: study.studyId, raterId: rater?.id ?? uuid7(), derived: false },
  });
  const place = (itemId: string) => study.itemIds.indexOf(itemId);
  rows.sort((a, b) => place(a.itemId) - place(b.itemId) || a.question.localeCompare(b.question));

  return rows.map((row) => `${place(row.itemId)} ${row.question}=${row.value}`);
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
