import type { CorpusDocument } from "./document";
import { citedContexts, mentionsByReference } from "./document-items";
import type { WindowOptions } from "./windows";

/** One reference of MasterSet's per-paper file. `mentions` follows its keys: the file's windows alone are a lower bound. */
export type MasterSetReference = {
  target: string;
  title: string;
  year: number | null;
  cite: string;
  contexts: { section: string; context: string }[];
  mentions: number;
};

/**
 * A document as MasterSet's per-paper list of references: different windows once, all mentions counted beside. References without a mention are there.
 *
 * @returns in the order of the list of references. O(document)
 * @example JSON.stringify(toMasterSet(document, { window: 1 }))
 */
export function toMasterSet(document: CorpusDocument, options: WindowOptions = {}): MasterSetReference[] {
  return [...mentionsByReference(document, options).values()].map(({ reference, mentions, windows }) => {
    const { cited_as: cite, contexts } = citedContexts(windows, mentions);
    return {
      target: reference.id,
      title: reference.title,
      year: reference.year,
      cite,
      contexts,
      mentions: mentions.length,
    };
  });
}
