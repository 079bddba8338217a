import type { DocumentReader } from "./document";

/** Every format of full texts, in the order in which its start is looked for. */
export const documentReaders: readonly DocumentReader[] = [];
