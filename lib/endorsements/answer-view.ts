import type { EndorsementModel } from "@/lib/db/generated/models";
import type { EndorseAnswer } from "./wire";

export function answerOf(row: EndorsementModel): EndorseAnswer {
  return {
    workId: row.id,
    focalId: row.focalId,
    n: row.referenceN,
    title: row.title,
    year: row.year,
    doi: row.doi,
    corpusId: row.corpusId,
    source: row.source,
    value: row.value,
    reason: row.reason,
  };
}
