import { expect, test } from "vitest";
import { CreateCampaignBody, UpdateCampaignBody } from "@/lib/campaigns/wire";
import { campaignBody, daysOf, fieldTime, isoTime, languagesOf } from "./campaign-body";

function form(more: Record<string, string> = {}): FormData {
  const data = new FormData();
  const fields = {
    ...{ name: " Roots ", languages: "en, pt-BR; en", allLanguages: "en", opensAt: "", closesAt: "2026-12-24T18:30" },
    ...{ reminderDays: "7, 14", senderName: "", senderEmail: "", contact: "x", poolId: "", reviewers: "2" },
    ...{ openRecall: "on", referenceList: "on", ...more },
  };
  for (const [name, value] of Object.entries(fields)) data.set(name, value);

  return data;
}
const drafts = {
  "information en": { subject: "", markdown: "**Who** asks" },
  "invitation en": { subject: " Which works? ", markdown: "Dear {name}" },
  "help en": { subject: "", markdown: "  " },
  "consent de": { subject: "", markdown: "a language that was taken out" },
};

test("a draft is sent whole, and the server takes it", () => {
  const body = campaignBody(form(), drafts, "new");
  expect(body).toEqual({
    ...{ name: "Roots", languages: ["en", "pt-BR"], opensAt: null, closesAt: "2026-12-24T18:30:00Z" },
    ...{ reminderDays: [7, 14], senderName: "", senderEmail: "", contact: "x", poolId: null, reviewers: 2 },
    collects: { openRecall: true, referenceList: "after", reasons: false, nonPaper: false, maybe: false },
    texts: [
      { kind: "information", language: "en", markdown: "**Who** asks" },
      { kind: "invitation", language: "en", markdown: "Dear {name}", subject: "Which works?" },
    ],
  });
  expect(CreateCampaignBody.safeParse(body).success).toBe(true);
});

test("once it is open, only what may change is sent: dates, reminders, sender, pool and mails", () => {
  const body = campaignBody(form(), drafts, "open");
  expect(Object.keys(body).sort()).toEqual(
    ["closesAt", "contact", "opensAt", "poolId", "reminderDays", "senderEmail", "senderName", "texts"].sort(),
  );
  expect(body.texts).toEqual([
    { kind: "invitation", language: "en", markdown: "Dear {name}", subject: "Which works?" },
  ]);
  expect(UpdateCampaignBody.safeParse(body).success).toBe(true);
});

test("lists and times as people type them", () => {
  expect(languagesOf("en de,fr")).toEqual(["en", "de", "fr"]);
  expect(daysOf("")).toEqual([]);
  expect(fieldTime("2026-12-24T18:30:00.000Z")).toBe("2026-12-24T18:30");
  expect(isoTime(fieldTime(null))).toBeNull();
});
