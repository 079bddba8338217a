import { z } from "zod";

/** What pages, the command line and the server say to each other about pools and target sets. */

const Stored = {
  name: z.string(),
  fileName: z.string(),
  sha256: z.string(),
  bytes: z.number(),
  createdAt: z.string(),
};

/** The papers that runs rank. `size`: papers. */
export const PoolView = z.object({ poolId: z.uuid(), size: z.int(), ...Stored });
export type PoolView = z.infer<typeof PoolView>;

/** `targets`: (query, target) pairs; `tier`: pairs within another set; `split`: queries with the part they belong to. */
export const TargetSetKind = z.enum(["targets", "tier", "split"]);
export type TargetSetKind = z.infer<typeof TargetSetKind>;

export const TargetSetView = z.object({ targetSetId: z.uuid(), kind: TargetSetKind, rows: z.int(), ...Stored });
export type TargetSetView = z.infer<typeof TargetSetView>;

/** What was noticed and accepted; with a count where it is about rows. */
export const UploadNotice = z.object({ reason: z.string(), count: z.int().optional() });
export type UploadNotice = z.infer<typeof UploadNotice>;

/** One paper of a pool. `publishedOn` is a day, yyyy-mm-dd. */
export const PoolPaper = z.object({
  corpusId: z.string(),
  title: z.string().nullable(),
  year: z.int().nullable(),
  doi: z.string().nullable(),
  arxivId: z.string().nullable(),
  authors: z.array(z.object({ name: z.string().optional(), id: z.string().optional() })),
  venue: z.string().nullable(),
  publishedOn: z.string().nullable(),
});
export type PoolPaper = z.infer<typeof PoolPaper>;

/**
 * Why a paper was found: its identifier was typed; title (and year, where one was typed) are the same after normalisation; or the
 * title resembles, with its share of common trigrams. A resemblance is a proposal for a person, never a match.
 */
export const PoolHit = z.object({
  by: z.enum(["id", "doi", "arxiv", "title_year", "title", "near"]),
  similarity: z.number(),
  paper: PoolPaper,
});
export type PoolHit = z.infer<typeof PoolHit>;
