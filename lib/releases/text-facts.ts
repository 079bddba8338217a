import type { Snapshot } from "@/lib/db/snapshot";
import { sql } from "@/lib/db/sql";
import type { LintFacts } from "./lint";
import { isOpenLicence } from "./open-licence";
import type { ReleasePlan } from "./wire";

const SHOWN = 100;
/** An identifier has no more words than this; what has is a sentence that redaction would keep for an identifier. */
const WORDS_OF_AN_ID = 12;

/** Items whose identifiers are sentences under a licence that is not open: everything else redaction takes out. */
export async function closedTextFacts(
  snapshot: Snapshot,
  studyId: string,
  studyLicence: string,
): Promise<LintFacts["closedTexts"]> {
  const licences = await snapshot.rows<{ licence: string }>(sql`
    SELECT DISTINCT coalesce(nullif(trim(content->>'licence'), ''), nullif(trim(content->>'license'), ''), ${studyLicence}::text) AS licence
    FROM "Item" WHERE "studyId" = ${studyId}::uuid`);
  const closed = licences.map((row) => row.licence).filter((licence) => !isOpenLicence(licence));
  const rows = await snapshot.rows<{ key: string; total: number }>(sql`
    SELECT i.key, (count(*) OVER ())::int AS total FROM "Item" i
    WHERE i."studyId" = ${studyId}::uuid
      AND coalesce(nullif(trim(content->>'licence'), ''), nullif(trim(content->>'license'), ''), ${studyLicence}::text) = ANY(${closed}::text[])
      AND greatest(array_length(regexp_split_to_array(trim(i.key), '\\s+'), 1),
        array_length(regexp_split_to_array(trim(coalesce(i."focalKey", '')), '\\s+'), 1),
        array_length(regexp_split_to_array(trim(coalesce(i."targetKey", '')), '\\s+'), 1)) > ${WORDS_OF_AN_ID}
    ORDER BY i.key COLLATE "C" LIMIT ${SHOWN}`);

  return { rows: rows.map((row) => row.key), total: rows[0]?.total ?? 0 };
}

/** Where a rater's or member's name or address stands in a text that a release would print. */
export async function personFacts(
  snapshot: Snapshot,
  studyId: string,
  plan: ReleasePlan,
): Promise<LintFacts["persons"]> {
  const people = await snapshot.rows<{ word: string }>(sql`
    SELECT r.name AS word FROM "Rater" r WHERE r."studyId" = ${studyId}::uuid AND r.kind = 'human' AND r.name IS NOT NULL
    UNION SELECT u.name FROM "User" u WHERE u.id IN (SELECT m."userId" FROM "Membership" m WHERE m."studyId" = ${studyId}::uuid)
    UNION SELECT u.email FROM "User" u WHERE u.id IN (SELECT m."userId" FROM "Membership" m WHERE m."studyId" = ${studyId}::uuid)`);
  const texts = await snapshot.rows<{ place: string; text: string }>(sql`
    SELECT 'the study’s description' AS place, s.name || E'\n' || s.description AS text FROM "Study" s WHERE s.id = ${studyId}::uuid
    UNION ALL SELECT 'the round ' || r.ordinal, r.name FROM "Round" r WHERE r."studyId" = ${studyId}::uuid
    UNION ALL SELECT 'the codebook, version ' || c.version, c.content::text FROM "Codebook" c WHERE c."studyId" = ${studyId}::uuid
    UNION ALL SELECT 'a layer’s note', l.name || E'\n' || l.note FROM "Layer" l WHERE l."studyId" = ${studyId}::uuid AND l.name = ANY(${plan.layers}::text[])`);
  const words = people.map((row) => row.word);
  const all = [{ place: "the title", text: plan.title }, { place: "the notes", text: plan.notes }, ...texts];
  const rows = all.filter(({ text }) => namesIn(text, words)).map(({ place }) => ({ place }));

  return { rows: rows.slice(0, SHOWN), total: rows.length };
}

/** Whether one of the names stands in the text as words of its own, whatever the case. Two letters are no name. */
export function namesIn(text: string, names: readonly string[]): boolean {
  const plain = text.normalize("NFC").toLowerCase();

  return names.some((name) => {
    const wanted = name.normalize("NFC").toLowerCase().trim();
    if (wanted.length < 3) return false;
    for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, at + 1)) {
      const before = plain.slice(0, at);
      const after = plain.slice(at + wanted.length);
      if (!/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after)) return true;
    }

    return false;
  });
}
