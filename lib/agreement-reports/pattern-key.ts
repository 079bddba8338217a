const LARGEST = 2n ** 62n;

/**
 * The place values of a pattern's key: (categories + 1) to the power of each rater's place, so that the sum of
 * code × power names one pattern (code 0: no label). Null where the largest key would not fit a signed 64-bit integer.
 */
export function patternPowers(raters: number, categories: number): bigint[] | null {
  const base = BigInt(categories + 1);
  if (base ** BigInt(raters) > LARGEST) return null;

  return Array.from({ length: raters }, (_, place) => base ** BigInt(place));
}

/** From a key (a number, or `place:code,…`) back to a category index per rater, null where there is no label. */
export function decodePattern(key: string, raters: number, categories: number): (number | null)[] {
  if (key.includes(":")) {
    const labels = new Array<number | null>(raters).fill(null);
    for (const part of key.split(",")) {
      const [place, code] = part.split(":");
      labels[Number(place)] = Number(code) - 1;
    }

    return labels;
  }
  const base = BigInt(categories + 1);
  let rest = BigInt(key);

  return Array.from({ length: raters }, () => {
    const code = Number(rest % base);
    rest /= base;

    return code === 0 ? null : code - 1;
  });
}
