import type { RowCounts } from "./count-table";

/**
 * Shannon entropy of one item's labels in bits: 0 where all agree, log₂ V at most. For sorting items by disagreement.
 * O(labels).
 *
 * @example itemEntropy(countReader(table)(row)); // labels a, a, b, b: 1
 */
export function itemEntropy(counts: RowCounts): number {
  let entropy = 0;
  for (let entry = 0; entry < counts.size; entry++) {
    const share = (counts.count[entry] ?? 0) / counts.labels;
    entropy -= share * Math.log2(share);
  }

  return entropy === 0 ? 0 : entropy;
}
