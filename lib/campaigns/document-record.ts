import type { CorpusDocument } from "@/lib/corpus/documents/document";
import { mentionsByReference, paperKey } from "@/lib/corpus/documents/document-items";
import { normaliseTitle } from "@/lib/corpus/normalise-title";
import { authorsOverlap } from "./author-names";
import type { PaperRecord, ReferenceRecord } from "./paper-record";

/**
 * A focal paper from a full text: its list with each work's mentions and the section of the first, under the ids that
 * `assay extract` gives to items, so that both join. It has no people; rows of a table bring them.
 */
export function documentRecord(document: CorpusDocument): { record: PaperRecord; nameless: number } {
  const authors = document.authors ?? [];
  const references = new Map<string, ReferenceRecord>();
  let nameless = 0;
  for (const { reference, mentions } of mentionsByReference(document, {}).values()) {
    const title = (reference.title.trim() || reference.raw?.trim() || "").slice(0, 2000);
    const corpusId = paperKey(document, reference);
    const known = references.get(corpusId);
    if (known) known.mentions = (known.mentions ?? 0) + mentions.length;
    else if (title === "") nameless += 1;
    else {
      const cited = reference.authors ?? [];
      references.set(corpusId, {
        ...{ corpusId, title, titleKey: normaliseTitle(title), year: reference.year, authors: cited },
        venue: reference.venue ?? null,
        doi: reference.doi ?? null,
        section: mentions[0]?.section || null,
        ...{ tier: null, mentions: mentions.length, rhetoric: null },
        selfCitation: authorsOverlap(authors, cited),
      });
    }
  }
  const { title, year, venue, doi, fields } = document;

  return {
    record: {
      corpusId: document.corpusId ?? document.id,
      ...{ title: title.trim().slice(0, 2000), year, venue, doi: doi ?? null, field: fields?.[0] ?? null, authors },
      ...{ isReview: false, tier: null, strata: {}, people: [] },
      references: [...references.values()],
    },
    nameless,
  };
}
