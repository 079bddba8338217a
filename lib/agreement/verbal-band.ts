/** Whose words: Landis and Koch (1977) for κ, or Krippendorff's (2004) advice for α. Never without its source. */
export type BandScale = "landis_koch" | "krippendorff";

/** The word for a value, and all words that its interval reaches into, lowest first. */
export type VerbalBand = { readonly band: string; readonly spans: readonly string[]; readonly source: string };

type Band = { readonly name: string; readonly upTo: number };

const SCALES: Record<BandScale, { readonly source: string; readonly bands: readonly Band[] }> = {
  landis_koch: {
    source: "Landis and Koch (1977)",
    bands: [
      { name: "poor", upTo: 0 },
      { name: "slight", upTo: 0.2 },
      { name: "fair", upTo: 0.4 },
      { name: "moderate", upTo: 0.6 },
      { name: "substantial", upTo: 0.8 },
      { name: "almost perfect", upTo: Number.POSITIVE_INFINITY },
    ],
  },
  krippendorff: {
    source: "Krippendorff (2004)",
    bands: [
      { name: "not reliable", upTo: 0.667 },
      { name: "tentative conclusions only", upTo: 0.8 },
      { name: "reliable", upTo: Number.POSITIVE_INFINITY },
    ],
  },
};

/**
 * The conventional word for a coefficient, with every word that its interval spans: a κ of .61 [.45, .75] is "moderate to
 * substantial". Landis and Koch's bands end at .20, .40, .60 and .80 and take their upper end in, below 0 is poor;
 * Krippendorff's start at .667 and .800. Arbitrary by their authors' own words. O(1).
 *
 * Landis, J. R. and Koch, G. G. (1977). Biometrics 33, 159–174. Krippendorff, K. (2004). Content analysis, chapter 11.
 *
 * @example verbalBand(0.61, { low: 0.45, high: 0.75 }, "landis_koch").spans; // => ["moderate", "substantial"]
 */
export function verbalBand(
  value: number,
  interval: { readonly low: number; readonly high: number } | undefined,
  scale: BandScale,
): VerbalBand {
  const { bands, source } = SCALES[scale];
  const at = (number: number) => bandIndex(bands, number, scale);
  const spans = bands.slice(at(interval?.low ?? value), at(interval?.high ?? value) + 1);

  return { band: bands[at(value)]?.name ?? "", spans: spans.map((band) => band.name), source };
}

function bandIndex(bands: readonly Band[], value: number, scale: BandScale): number {
  const below = (band: Band) => (scale === "landis_koch" && band.upTo > 0 ? value <= band.upTo : value < band.upTo);

  return bands.findIndex(below);
}
