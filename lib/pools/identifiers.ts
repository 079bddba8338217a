import { normaliseArxiv, normaliseDoi } from "@/lib/corpus/documents/identifiers";

/** A DOI in its one written form: no address before it, lower case. Undefined where there is none. */
export function doiOf(text: string): string | undefined {
  const [, doi] = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/\S+)$/i.exec(text.trim()) ?? [];

  return doi === undefined ? undefined : normaliseDoi(doi);
}

/** An arXiv id without prefix, address, version and subject class: 2401.00001, cs/0112017. Undefined where there is none. */
export function arxivOf(text: string): string | undefined {
  const [, id] =
    /^(?:arxiv:\s*|https?:\/\/arxiv\.org\/(?:abs|pdf)\/)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?(?:\.pdf)?$/i.exec(
      text.trim(),
    ) ?? [];

  return id === undefined ? undefined : normaliseArxiv(id);
}
