import { passages, seedLabelStudy } from "@/e2e/label/seed-label-study";
import { prisma } from "@/lib/db/client";
import { uuid7 } from "@/lib/db/uuid";
import { type SeededUser, seedUser } from "@/prisma/seed/seed-user";

export type DisputeStudy = {
  studyId: string;
  slug: string;
  roundId: string;
  itemIds: string[];
  adjudicators: [SeededUser, SeededUser];
  raters: [SeededUser, ...SeededUser[]];
};

/**
 * Invented passages under citation-role; three people and a judge. By worth: 0 and 1 (two against one, the judge with
 * the one; ME and TF are rarer than BC), then 2 (a tie); item 3 is agreed by all.
 */
const SAID = {
  "r-lark": ["ME", "BC", "CC", "BC"],
  "r-moth": ["ME", "BC", "BC", "BC"],
  "r-newt": ["TF", "GM", "", "BC"],
};
const JUDGE = ["TF", "GM", "BC", "BC"];

export async function seedDisputes(): Promise<DisputeStudy> {
  const study = await seedLabelStudy({ codebook: "citation-role", items: passages(4) });
  const { studyId, roundId, itemIds } = study;
  const corpus = await prisma().round.findFirstOrThrow({ where: { studyId, purpose: "corpus" } });
  const say = async (pseudonym: string, kind: "human" | "judge", values: string[]) => {
    const raterId = uuid7();
    await prisma().rater.create({ data: { studyId, id: raterId, pseudonym, kind, name: pseudonym } });
    const label = { studyId, raterId, roundId: kind === "judge" ? corpus.id : roundId, codebookVersion: 1 };
    await prisma().label.createMany({
      data: values.flatMap((value, i) =>
        value === ""
          ? []
          : [{ ...label, itemId: itemIds[i] ?? "", question: "role", value, origin: "imported" as const }],
      ),
    });

    return label;
  };
  for (const [pseudonym, values] of Object.entries(SAID)) {
    const label = await say(pseudonym, "human", values);
    const itemId = itemIds[0] ?? "";
    if (pseudonym === "r-newt")
      await prisma().label.create({
        data: { ...label, itemId, question: "_comment", value: "They only borrow the order, I think." },
      });
  }
  await say("r-oryx", "judge", JUDGE);
  const role = { roles: [{ studyId, role: "adjudicator" as const }] };

  return { ...study, adjudicators: [await seedUser(role), await seedUser(role)] };
}

/** What stands: `item question=value reason`, in the order of the items; derived ones left out. */
export async function decisionsOf({ studyId, itemIds }: DisputeStudy, userId: string): Promise<string[]> {
  const rows = await prisma().adjudication.findMany({ where: { studyId, userId, derived: false } });
  const place = (itemId: string) => itemIds.indexOf(itemId);

  return rows
    .toSorted((a, b) => place(a.itemId) - place(b.itemId))
    .map((row) => `${place(row.itemId)} ${row.question}=${row.value} ${row.reason}${row.settles ? " settles" : ""}`);
}
