/**
 * Judgements: query id → document id → grade. Ids are strings and never read as numbers. A grade is an integer; 0 is judged
 * and not relevant, a negative grade is in the pool and unjudged.
 */
export type Qrels = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * A system's answer: query id → document id → score, all finite, the higher the better. Scores are double precision as in
 * trec_eval 10 (version 9 kept single precision and tied what differs beyond it).
 */
export type Run = {
  readonly scores: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /**
   * Present where the run states ranks and no scores: the rank of the first place (0 or 1). Scores are then the negated
   * ranks and count as places: documents that the file leaves out between two ranks are unjudged documents.
   */
  readonly firstRank?: 0 | 1;
};

/** What is wrong with an input, and where; lines count from 1. */
export type InputFault = { readonly line: number; readonly reason: string };
