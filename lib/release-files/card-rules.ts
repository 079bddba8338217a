/** What the Hugging Face Hub accepts in a dataset card's header: its documentation's lists. */
export const HUB_LICENCES = new Set(
  `apache-2.0 mit openrail bigscience-openrail-m creativeml-openrail-m bigscience-bloom-rail-1.0 bigcode-openrail-m
  afl-3.0 artistic-2.0 bsl-1.0 bsd bsd-2-clause bsd-3-clause bsd-3-clause-clear c-uda cc cc0-1.0 cc-by-2.0 cc-by-2.5
  cc-by-3.0 cc-by-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc-by-nc-2.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nd-4.0 cc-by-nc-nd-3.0
  cc-by-nc-nd-4.0 cc-by-nc-sa-2.0 cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 cdla-sharing-1.0 cdla-permissive-1.0
  cdla-permissive-2.0 wtfpl ecl-2.0 epl-1.0 epl-2.0 etalab-2.0 eupl-1.1 eupl-1.2 agpl-3.0 gfdl gpl gpl-2.0 gpl-3.0
  lgpl lgpl-2.1 lgpl-3.0 isc lppl-1.3c ms-pl mpl-2.0 odc-by odbl openrail++ osl-3.0 postgresql ofl-1.1 ncsa unlicense
  zlib pddl lgpl-lr unknown other`.split(/\s+/),
);

/** Size categories with the number of rows below which they end. */
export const SIZES: readonly (readonly [below: number, name: string])[] = [
  [1e3, "n<1K"],
  [1e4, "1K<n<10K"],
  [1e5, "10K<n<100K"],
  [1e6, "100K<n<1M"],
  [1e7, "1M<n<10M"],
  [1e8, "10M<n<100M"],
  [1e9, "100M<n<1B"],
  [1e10, "1B<n<10B"],
  [1e11, "10B<n<100B"],
  [1e12, "100B<n<1T"],
  [Number.POSITIVE_INFINITY, "n>1T"],
];

export const ANNOTATIONS_CREATORS = new Set([
  "crowdsourced",
  "found",
  "expert-generated",
  "machine-generated",
  "no-annotation",
  "other",
]);

/** Files that the Hub's loaders read; all others are named in the card's text. */
export function isLoadable(path: string): boolean {
  return /\.(jsonl|csv|tsv|parquet)$/.test(path);
}
