import { randomBytes } from "node:crypto";
import type { ServiceContext } from "@/lib/context";
import { createStudy } from "@/lib/studies/create-study";
import { SEED_TEXTS, seedCampaign } from "@/prisma/seed/seed-campaign";

export const COMMAND: ServiceContext = { actor: { kind: "command" }, requestId: "e2e" };

const GERMAN = [
  { kind: "information", markdown: "Wir untersuchen, welche Arbeiten ein Paper prägen. Ihr Name bleibt bei uns." },
  { kind: "consent", markdown: "Ich habe das oben gelesen und bin einverstanden." },
  { kind: "question", markdown: "Welche früheren Arbeiten haben **dieses Paper geprägt**?" },
  { kind: "help", markdown: "Nennen Sie so viele, wie zutreffen." },
  { kind: "invitation", subject: "Welche Arbeiten?", markdown: "Guten Tag {name}, zu *{paper}*: {link}" },
  { kind: "reminder", subject: "Noch einmal", markdown: "Guten Tag {name}, zu *{paper}*: {link}" },
].map((text) => ({ ...text, language: "de" }));

/** A campaign of its own: Ida has two papers (41 and 12 references), Omar shares the first, Sena has one of 8. */
export async function seedAuthors(more: Record<string, unknown> = {}) {
  const slug = `authors-${randomBytes(5).toString("hex")}`;
  const { studyId } = await createStudy(COMMAND, {
    slug,
    name: "Roots of papers",
    codebook: { builtIn: "citation-role" },
  });
  const person = (name: string) => ({ email: `${name}-${slug}@uni.invalid`, name: `${name} of ${slug}` });
  const people = [person("ida"), person("omar"), person("sena")];
  const campaign = await seedCampaign(COMMAND, studyId, people, {
    languages: ["en", "de"],
    texts: [...SEED_TEXTS, ...GERMAN],
    ...more,
  });
  const link = (name: "ida" | "omar" | "sena") => `/endorse/${campaign.tokens[person(name).email] ?? ""}`;

  return { slug, studyId, link, ...campaign };
}
