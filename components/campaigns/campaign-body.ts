import type { CampaignView, Collects, TextKind } from "@/lib/campaigns/wire";

export type TextDraft = { subject: string; markdown: string };
export type TextDrafts = Record<string, TextDraft>;

export const MAIL_KINDS: readonly TextKind[] = ["invitation", "reminder"];

export function textKey(kind: TextKind, language: string): string {
  return `${kind} ${language}`;
}

export function draftsOf(texts: CampaignView["texts"]): TextDrafts {
  return Object.fromEntries(
    texts.map(({ kind, language, subject, markdown }) => [
      textKey(kind, language),
      { subject: subject ?? "", markdown },
    ]),
  );
}

/** "en, pt-BR" as a list. */
export function languagesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ""))];
}

/** "7, 14" as days. */
export function daysOf(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== "")
    .map(Number);
}

/** A time in UTC as a form's field has it, and back. */
export function fieldTime(iso: string | null): string {
  return iso === null ? "" : iso.slice(0, 16);
}

export function isoTime(field: string): string | null {
  return field === "" ? null : `${field.slice(0, 16)}:00Z`;
}

export function collectsOf(form: FormData): Collects {
  const on = (name: string) => form.get(name) === "on";

  return {
    openRecall: on("openRecall"),
    referenceList: on("referenceList") ? "after" : "none",
    reasons: on("reasons"),
    nonPaper: on("nonPaper"),
    maybe: on("maybe"),
  };
}

/** The texts of the languages named that say something; mails alone once people have agreed to the rest. */
export function textsOf(drafts: TextDrafts, languages: readonly string[], mailsOnly: boolean) {
  return Object.entries(drafts).flatMap(([key, { subject, markdown }]) => {
    const [kind = "", language = ""] = key.split(" ");
    const mail = MAIL_KINDS.includes(kind as TextKind);
    if (!languages.includes(language) || markdown.trim() === "" || (mailsOnly && !mail)) return [];

    return [{ kind, language, markdown, ...(mail && subject.trim() !== "" && { subject: subject.trim() }) }];
  });
}

/** What is sent when a campaign is saved: all of it for a draft, and what may still change once it is open. */
export function campaignBody(form: FormData, drafts: TextDrafts, state: "new" | CampaignView["state"]) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const draft = state === "new" || state === "draft";
  const languages = languagesOf(text("languages"));
  const always = {
    opensAt: isoTime(text("opensAt")),
    closesAt: isoTime(text("closesAt")),
    reminderDays: daysOf(text("reminderDays")),
    senderName: text("senderName"),
    senderEmail: text("senderEmail"),
    contact: text("contact"),
    poolId: text("poolId") === "" ? null : text("poolId"),
    texts: textsOf(drafts, draft ? languages : languagesOf(text("allLanguages")), !draft),
  };
  if (!draft) return always;

  return {
    ...always,
    name: text("name"),
    languages,
    collects: collectsOf(form),
    reviewers: text("reviewers") === "2" ? 2 : 1,
  };
}
