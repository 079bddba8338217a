import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { main } from "@/bin/main";
import { captureOutput } from "@/bin/test-output";
import { prisma } from "@/lib/db/client";
import { createStudy } from "@/lib/studies/create-study";
import { SEED_TEXTS, seedPapers } from "@/prisma/seed/seed-campaign";

const folder = mkdtempSync(path.join(os.tmpdir(), "assay-campaign-"));
const said = captureOutput();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);

  return file;
}

test("a campaign from files, by command alone: made, papers read, opened, invited, downloaded, counted; a person erased", async () => {
  const slug = `cli-${Math.random().toString(36).slice(2, 10)}`;
  const ctx = { actor: { kind: "command" as const }, requestId: "test" };
  const { studyId } = await createStudy(ctx, { slug, name: slug, codebook: { builtIn: "citation-role" } });
  const run = async (...args: string[]) => {
    said.out = "";
    said.err = "";

    return main(["campaign", ...args, "--study", slug]);
  };
  const plan = write("plan.json", JSON.stringify({ name: "Roots", contact: "roots@x.invalid", texts: SEED_TEXTS }));
  expect(await run("create", "--file", plan)).toBe(0);
  expect(await run("open")).toBe(1);
  expect(said.err).toContain("Still missing: focal papers");
  const people = [
    { email: `ada-${slug}@uni.invalid`, name: "Ada Testwright" },
    { email: `ben-${slug}@uni.invalid`, name: "Ben Sampleford" },
  ];
  const records = seedPapers(people);
  const broken = write("broken.jsonl", `${JSON.stringify(records[0])}\n{"title":"no id","e-mail":"not an address"}\n`);
  expect(await run("import", broken)).toBe(1);
  expect(said.err).toContain("broken.jsonl:2:focal_corpusid: This paper has no focal_corpusid.");
  expect(said.err).toContain("broken.jsonl:2:email:");
  expect(await prisma().focalPaper.count({ where: { studyId } })).toBe(0);
  const papers = write("papers.jsonl", records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  expect(await run("import", papers, "--json")).toBe(0);
  expect(JSON.parse(said.out)).toEqual({ papers: 3, references: 61, people: 2, notices: [] });
  expect(await run("import", papers)).toBe(1);
  expect(said.err).toContain("papers.jsonl:1:focal_corpusid: The paper 9001 is in this campaign already.");
  const csv = write(
    "more.csv",
    `focal_corpusid,title,year,e-mail,references\n7001,A paper in a table,2020,cy-${slug}@uni.invalid,"[{""title"":""One work"",""corpusid"":""5""}]"\n7001,A paper in a table,2020,${people[0]!.email},\n`,
  );
  expect(await run("import", csv, "--json")).toBe(0);
  expect(JSON.parse(said.out)).toMatchObject({ papers: 1, references: 1, people: 1 });
  expect(await run("open")).toBe(0);
  expect(await run("invite", "--json")).toBe(0);
  expect(JSON.parse(said.out).made).toHaveLength(3);
  // Without a mail server nothing is queued, and what is missing is said.
  expect(await run("mail")).toBe(1);
  expect(said.err).toContain("No mail was queued. Still missing: a mail server (ASSAY_SMTP_URL)");
  vi.stubEnv("ASSAY_SMTP_URL", "smtp://127.0.0.1:1");
  expect(await run("mail", "--json")).toBe(1);
  expect(said.err).toContain("the sender's address");
  await prisma().campaign.updateMany({ where: { studyId }, data: { senderEmail: "roots@assay.invalid" } });
  expect(await run("mail", "--json")).toBe(0);
  expect(JSON.parse(said.out)).toEqual({ queued: 3, left: [] });
  expect(await run("mail")).toBe(0);
  expect(said.out).toBe("0 messages are queued; the studio sends them while it runs.\n3 left out: written already.\n");
  expect(await run("remind")).toBe(0);
  expect(said.out).toContain("3 left out: not invited.");
  vi.unstubAllEnvs();
  // What waits would be another test's work.
  await prisma().message.deleteMany({ where: { studyId } });
  await prisma().$executeRaw`DELETE FROM pgboss.job WHERE data->>'studyId' = ${studyId}`;
  const file = path.join(folder, "links.csv");
  expect(await run("csv", "--out", file)).toBe(0);
  expect(readFileSync(file, "utf8").trim().split("\r\n")).toHaveLength(4);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await run("funnel", "--json")).toBe(0);
  expect(JSON.parse(said.out)).toMatchObject({ invited: 3, opened: 0, releaseReady: 0 });
  expect(await run("pairs")).toBe(0);
  expect(said.out).toBe("");
  expect(await run("list", "--json")).toBe(0);
  expect(JSON.parse(said.out)).toMatchObject([{ name: "Roots", state: "open", papers: 4, people: 3 }]);

  said.out = "";
  expect(await main(["subject", "export", people[0]!.email])).toBe(0);
  expect(JSON.parse(said.out)).toMatchObject({
    asAuthor: [{ name: "Ada Testwright", papers: [{}, {}, {}] }],
    account: null,
  });
  expect(said.out).not.toContain("tokenHash");
  said.out = "";
  expect(await main(["subject", "erase", people[0]!.email])).toBe(0);
  expect(said.out).toContain("Erased: 1 as author.");
  said.out = "";
  expect(await main(["subject", "erase", people[0]!.email])).toBe(0);
  expect(said.out).toContain("Nothing is held under this address.");
  expect(await main(["subject", "erase"])).toBe(2);
  expect(await main(["campaign", "nonsense", "--study", slug])).toBe(2);
});
