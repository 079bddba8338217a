import type { DocumentReader } from "./document";
import { acmCrReader } from "./read-acm-cr";
import { jatsReader } from "./read-jats";
import { teiReader } from "./read-tei";

/** Every format of full texts, in the order in which its start is looked for. */
export const documentReaders: readonly DocumentReader[] = [teiReader, jatsReader, acmCrReader];
