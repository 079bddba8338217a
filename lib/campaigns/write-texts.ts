import type { Transaction } from "@/lib/db/client";
import { sha256 } from "./internal";
import type { TextKind } from "./wire";

type Text = { kind: TextKind; language: string; subject?: string | undefined; markdown: string };

/** Each wording that differs from the newest is its next version; answers how many were new. */
export async function writeTexts(
  tx: Transaction,
  scope: { studyId: string; campaignId: string },
  texts: readonly Text[],
): Promise<number> {
  let added = 0;
  for (const { kind, language, subject = null, markdown } of texts) {
    const newest = await tx.campaignText.findFirst({
      where: { ...scope, kind, language },
      orderBy: { version: "desc" },
      select: { version: true, sha256: true },
    });
    const hash = sha256(`${subject ?? ""}\n${markdown}`);
    if (newest?.sha256 === hash) continue;
    await tx.campaignText.create({
      data: { ...scope, kind, language, version: (newest?.version ?? 0) + 1, subject, markdown, sha256: hash },
      select: { version: true },
    });
    added += 1;
  }

  return added;
}

/** The newest version of each text. */
export async function newestTexts(
  tx: Pick<Transaction, "campaignText">,
  scope: { studyId: string; campaignId: string },
) {
  const rows = await tx.campaignText.findMany({ where: scope, orderBy: { version: "asc" } });
  const newest = new Map(rows.map((row) => [`${row.kind} ${row.language}`, row]));

  return [...newest.values()].map(({ kind, language, version, subject, markdown, sha256 }) => ({
    kind,
    language,
    version,
    subject,
    markdown,
    sha256,
  }));
}
