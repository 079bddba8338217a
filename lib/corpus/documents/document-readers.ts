import type { DocumentReader } from "./document";
import { teiReader } from "./read-tei";

/** Every format of full texts, in the order in which its start is looked for. */
export const documentReaders: readonly DocumentReader[] = [teiReader];
