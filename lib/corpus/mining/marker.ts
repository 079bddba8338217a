/** What a marker signals between the sentence before (S1) and its own (S2). */
export const RELATIONS = ["ADDRESS", "BROADEN", "SPECIFY"] as const;
export type Relation = (typeof RELATIONS)[number];

/** Classes of markers whose sentences fill the pool and are gold for no query. */
export const DISTRACTOR_CLASSES = ["CONTRAST", "SIMILARITY", "CONTINUATION", "INFERENCE", "COMMON"] as const;
export type DistractorClass = (typeof DISTRACTOR_CLASSES)[number];

/** How a marker came into the lexicon. */
export const ORIGINS = ["manual", "extended", "generated", "template"] as const;
export type Origin = (typeof ORIGINS)[number];

/** `unvetted` until a vetting study says otherwise; a rejected marker is kept on file and never fires. */
export const STATUSES = ["unvetted", "valid", "rejected"] as const;
export type MarkerStatus = (typeof STATUSES)[number];

/**
 * One entry of a lexicon. `marker` is in normal form (see normaliseMarker). `comma`: whether it fires only before a comma
 * ("specifically," yes, "specifically designed" no), or at any word's end.
 */
export type Marker = {
  marker: string;
  relation: Relation | DistractorClass;
  origin: Origin;
  status: MarkerStatus;
  comma: "required" | "optional";
};

/** Whether a class is one of the three relations that pairs are mined for. @example isRelation("CONTRAST") // false */
export function isRelation(value: string): value is Relation {
  return RELATIONS.some((relation) => relation === value);
}

/**
 * A marker's id, for files and items: class and words. @example markerId({ relation: "ADDRESS", marker: "to fix this" }) // "ADDRESS:to-fix-this"
 */
export function markerId({ relation, marker }: Pick<Marker, "relation" | "marker">): string {
  return `${relation}:${marker.replaceAll(",", "").replaceAll(" ", "-")}`;
}
