import { changeCampaignState } from "@/lib/campaigns/change-state";
import { createCampaign } from "@/lib/campaigns/create-campaign";
import { createInvitations } from "@/lib/campaigns/create-invitations";
import { importFocalPapers } from "@/lib/campaigns/import-focal-papers";
import type { InvitationsMade } from "@/lib/campaigns/wire";
import type { ServiceContext } from "@/lib/context";

/** Invented papers, people and works; nothing here is anybody's. */
const TITLES = [
  "Partitioned profiles for sparse recommendation",
  "Counting clusters by the gap they leave",
  "What readers return to: a log study of ten years",
  "Dense encoders for short scientific texts",
  "A theory of browsing",
  "Slow lists and quick decisions",
  "Where citations stand: positions and purposes",
  "Ranking under a moving pool",
];
const SECTIONS = ["1 Introduction", "2 Related work", "3 Method", "5 Experiments"];

export const SEED_TEXTS = [
  {
    kind: "information",
    language: "en",
    markdown:
      "We study which earlier works shape a paper. Your answers are kept by this project; **pairs of paper ids** and counts are published, never your name, address or reasons. You can change or withdraw them at any time by this link.",
  },
  {
    kind: "consent",
    language: "en",
    markdown: "I have read the information above and agree that my answers are used as it says.",
  },
  {
    kind: "question",
    language: "en",
    markdown: "Which prior works **shaped this paper**: without which it would not exist, or would be a different one?",
  },
  {
    kind: "help",
    language: "en",
    markdown: "Name as few or as many as are true. A work may shape a paper and be cited once.",
  },
  {
    kind: "invitation",
    language: "en",
    subject: "Which works shaped your paper?",
    markdown: "Dear {name},\n\nmay we ask which earlier works shaped *{paper}*? It takes about five minutes: {link}",
  },
  {
    kind: "reminder",
    language: "en",
    subject: "A reminder: which works shaped your paper?",
    markdown: "Dear {name},\n\nwe would still like to know which works shaped *{paper}*: {link}",
  },
] as const;

export type SeedPerson = { email: string; name: string };

/** Records as a file of focal papers has them: one line a paper. */
export function seedPapers(people: readonly SeedPerson[], tag = "9"): object[] {
  const [first, second, third] = people;
  const references = (count: number, shift: number) =>
    Array.from({ length: count }, (_, i) => ({
      corpusid: `${tag}${shift}${String(i).padStart(3, "0")}`,
      title: TITLES[i] ?? `Invented work ${shift}.${i + 1}`,
      year: 2001 + ((i * 7 + shift) % 22),
      authors: i === 0 && first ? [first.name, "Bo Lind"] : [`Author ${String.fromCharCode(65 + (i % 20))}. Of${i}`],
      venue: "Journal of invented results",
      section: SECTIONS[i % SECTIONS.length],
      tier: ["habitual", "CiteNew", "CiteNew-Isolated"][i % 3],
      mentions: (i * 5) % 4,
      n_root_mentions: i % 2,
      max_root_prob: ((i * 13) % 100) / 100,
      root_label: i % 2,
    }));
  const paper = (
    n: number,
    title: string,
    field: string,
    year: number,
    who: (SeedPerson | undefined)[],
    size: number,
  ) => ({
    focal_corpusid: `${tag}00${n}`,
    title,
    year,
    venue: "Proceedings of nowhere in particular",
    authors: who.flatMap((one) => one?.name ?? []),
    field,
    is_review: n === 3,
    "e-mail": who.flatMap((one) => (one ? [{ email: one.email, name: one.name }] : [])),
    references: references(size, n),
  });

  return [
    paper(
      1,
      "Many small centres: representing a reader by what they keep returning to",
      "Computer science",
      2026,
      [first, second],
      41,
    ),
    paper(2, "The patience of lists", "Computer science", 2025, [first], 12),
    paper(3, "A review of invented reviews", "Biology", 2024, [third], 8),
  ];
}

export type SeededCampaign = {
  campaignId: string;
  invitations: InvitationsMade["made"];
  /** The token of a person's link, by address. */
  tokens: Record<string, string>;
};

/** An open campaign of three papers and the people given (at most three), each with a link. Made through the verbs. */
export async function seedCampaign(
  ctx: ServiceContext,
  studyId: string,
  people: readonly SeedPerson[],
  more: Record<string, unknown> = {},
): Promise<SeededCampaign> {
  const { campaignId } = await createCampaign(ctx, {
    studyId,
    name: "What shaped your paper",
    senderName: "The study of roots",
    senderEmail: "roots@assay.invalid",
    contact: "Write to roots@assay.invalid.",
    closesAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    texts: SEED_TEXTS,
    seed: "seed",
    ...more,
  });
  const lines = seedPapers(people)
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
  await importFocalPapers(ctx, { studyId, campaignId, fileName: "invented-papers.jsonl", bytes: once(lines) });
  await changeCampaignState(ctx, { studyId, campaignId, state: "open" });
  const { made } = await createInvitations(ctx, { studyId, campaignId });
  const tokens = Object.fromEntries(made.map(({ email, url }) => [email, url.split("/").at(-1) ?? ""]));

  return { campaignId, invitations: made, tokens };
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
