import { isRelation, type Marker, markerId } from "./marker";
import type { MinedPair } from "./mine-document";
import type { SampledPair } from "./pair-sampler";

/**
 * A mined pair as an item of the codebook marker-pair: `s1` and `s2` as shown, and beside them what the pair was made from. A distractor
 * pair is no such item (it is gold for nothing): see toDistractor.
 *
 * @returns undefined for a distractor. @example toPairItem(pair)?.relation // "ADDRESS"
 */
export function toPairItem(pair: MinedPair): Record<string, unknown> | undefined {
  return isRelation(pair.relation) ? pairRecord(pair) : undefined;
}

/** A distractor pair as a line of a candidate pool, or undefined for a pair of a relation. @example toDistractor(pair)?.relation // "CONTRAST" */
export function toDistractor(pair: MinedPair): Record<string, unknown> | undefined {
  return isRelation(pair.relation) ? undefined : pairRecord(pair);
}

function pairRecord(pair: MinedPair): Record<string, unknown> {
  const { provenance, offsets } = pair;

  return {
    pair_id: pair.pairId,
    corpusid: pair.corpusId,
    date: pair.date ?? "",
    section: pair.section,
    marker_id: pair.markerId,
    relation: pair.relation,
    s1: pair.s1.shown,
    marker: pair.marker,
    s2: pair.s2.shown,
    split: pair.split,
    fields: pair.fields.join("; "),
    origin: pair.origin,
    marker_raw: pair.markerRaw,
    s1_raw: pair.s1.raw,
    s2_raw: pair.s2.raw,
    s1_normalised: pair.s1.normalised,
    s2_normalised: pair.s2.normalised,
    block: pair.block,
    s1_start: offsets.s1[0],
    s1_end: offsets.s1[1],
    marker_start: offsets.marker[0],
    marker_end: offsets.marker[1],
    s2_start: offsets.s2[0],
    s2_end: offsets.s2[1],
    format: provenance.format,
    tool: [provenance.tool ?? provenance.format, provenance.version].filter((part) => part !== null).join(" "),
  };
}

/** A mined pair for a vetting item's sample. @example sampler.add(pair.marker, pair.pairId, () => toSample(pair)) */
export function toSample({ pairId, section, s1, s2, markerRaw }: MinedPair): SampledPair {
  return { id: pairId, section, s1: s1.normalised, s2: `${markerRaw}, ${s2.normalised}` };
}

/**
 * A marker with its sampled pairs as an item of the codebook marker-vetting. Without a class (an opening that was discovered) the rater
 * names it.
 *
 * @example toVettingItem({ marker: "to fix this", count: 3 }, pairs).marker_id // "to-fix-this"
 */
export function toVettingItem(
  marker: Pick<Marker, "marker"> & Partial<Marker> & { count: number },
  pairs: readonly SampledPair[],
): Record<string, unknown> {
  const { relation, origin, count } = marker;
  const id = relation
    ? markerId({ relation, marker: marker.marker })
    : marker.marker.replaceAll(",", "").replaceAll(" ", "-");

  return {
    marker_id: id,
    marker: marker.marker,
    ...(relation && { relation }),
    ...(origin && { origin }),
    frequency: count,
    pairs: pairs.map(({ section, s1, s2 }) => ({ section, context: `S1: ${s1}\nS2: ${s2}` })),
    pair_ids: pairs.map(({ id: pairId }) => pairId),
  };
}
