import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { prisma } from "@/lib/db/client";
import { importHumanLabels } from "@/lib/imports/import-human-labels";
import { importItems } from "@/lib/imports/import-items";
import { importJudgeLabels } from "@/lib/imports/import-judge-labels";
import { command, file, lines, newStudy } from "@/lib/imports/test-study";
import { updateStudy } from "@/lib/studies/update-study";
import { seedUser } from "@/prisma/seed/seed-user";
import { filesOf, release, verified } from "./test-release";

const PEOPLE = ["Zwetlana Quirrenbach", "Bartolomej Vynohrad"];
const SENTENCES = ["The quokka smiled at [REF_TARGET] twice.", "Nobody read [REF_TARGET] before the flood."];
const COMMENT = "Bartolomej is wrong about the quokka";
const REASON = "It says that the quokka smiled";

async function studyWithSecrets() {
  const studyId = await newStudy("citation-role");
  const items = SENTENCES.map((context_text, i) => ({
    context_id: `k${i}`,
    focal_corpusid: "1",
    candidate_corpusid: String(i + 2),
    context_text,
  }));
  await importItems(command, { studyId, files: [file("i.jsonl", lines(...items))] });
  const labels = PEOPLE.flatMap((rater) => items.map(({ context_id }) => ({ context_id, rater, role: "ME" })));
  await importHumanLabels(command, { studyId, files: [file("h.jsonl", lines(...labels))] });
  const judged = items.map(({ context_id }) => ({ context_id, subtype: "ME", rationale: REASON }));
  await importJudgeLabels(command, {
    studyId,
    files: [file("j.jsonl", lines(...judged))],
    options: { run: "student" },
  });
  await prisma().label.updateMany({ where: { studyId, question: "role" }, data: { note: COMMENT } });
  await prisma().label.updateMany({
    where: { studyId, question: "role", rationale: null },
    data: { at: new Date("2026-03-04T17:45:12.345Z") },
  });
  const user = await seedUser({ name: "Ottilie Farnsworth", roles: [{ studyId, role: "researcher" }] });

  return { studyId, secrets: [...PEOPLE, user.name, user.email, COMMENT, ...SENTENCES, "quokka", "smiled"] };
}

/** The text of all files, with Parquet's columns decoded: its bytes are compressed. */
async function textOf(files: ReadonlyMap<string, Buffer>): Promise<string> {
  const parts: string[] = [];
  for (const [path, bytes] of files) {
    const plain = path.endsWith(".parquet") ? await parquetReadObjects({ file: new Uint8Array(bytes).buffer }) : null;
    parts.push(
      path,
      plain ? JSON.stringify(plain, (_, v) => (typeof v === "bigint" ? String(v) : v)) : bytes.toString(),
    );
  }

  return parts.join("\n").toLowerCase();
}

test("no file of a public release holds a name, an address, a comment, an hour, or a closed text", async () => {
  const { studyId, secrets } = await studyWithSecrets();
  const tables = ["alt_test", "rhetoric_labels_paper_level", "human_gold_audit"] as const;
  const { releaseId } = await release(studyId, { layers: ["majority:role", "judge:student"], tables: [...tables] });
  const files = await filesOf(studyId, releaseId);
  const text = await textOf(files);
  for (const secret of secrets) expect(text, secret).not.toContain(secret.toLowerCase());
  expect(text).not.toContain("17:45");
  expect(text).not.toContain(REASON.toLowerCase());
  // What stands for the text is there: hash, length and place. The marker begins after 21 characters.
  const [first] = files.get("items.jsonl")!.toString().split("\n");
  expect(JSON.parse(first!).content.context_text).toMatchObject({ characters: 40, target: [[21, 33]] });
  expect(JSON.parse(files.get("labels.jsonl")!.toString().split("\n")[0]!).at).toMatch(/T00:00:00\.000Z$/);
  expect(await verified(studyId, releaseId)).toEqual([]);
});

test("the team's copy has texts and comments; an open licence gives the public the texts and still no comment", async () => {
  const { studyId, secrets } = await studyWithSecrets();
  const team = await textOf(await filesOf(studyId, (await release(studyId, { profile: "team" })).releaseId));
  for (const known of [COMMENT, ...SENTENCES]) expect(team).toContain(known.toLowerCase());
  expect(team).toContain("17:45:12.345z");
  for (const name of secrets.slice(0, 4)) expect(team, name).not.toContain(name.toLowerCase());
  await updateStudy(command, { studyId, licence: "CC-BY-4.0" });
  const open = await textOf(await filesOf(studyId, (await release(studyId)).releaseId));
  for (const sentence of SENTENCES) expect(open).toContain(sentence.toLowerCase());
  for (const hidden of [COMMENT, "17:45", ...secrets.slice(0, 4)])
    expect(open, hidden).not.toContain(hidden.toLowerCase());
});
