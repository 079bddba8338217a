import type { DocumentReader } from "./document";
import { acmCrReader } from "./read-acm-cr";
import { jatsReader } from "./read-jats";
import { mastersetReader } from "./read-masterset";
import { nougatReader } from "./read-nougat";
import { s2orcReader } from "./read-s2orc";
import { teiReader } from "./read-tei";
import { unarxiveReader } from "./read-unarxive";

/** Every format of full texts, in the order in which its start is looked for. */
export const documentReaders: readonly DocumentReader[] = [
  teiReader,
  jatsReader,
  acmCrReader,
  unarxiveReader,
  s2orcReader,
  mastersetReader,
  nougatReader,
];
