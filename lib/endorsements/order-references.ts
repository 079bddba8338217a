import { seededRandom } from "@/lib/agreement/random";

/** The list in this person's own order (Fisher and Yates), the same at every visit and on every device. */
export function orderReferences<T>(references: readonly T[], seed: string): T[] {
  const random = seededRandom(seed);
  const order = [...references];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    const [a, b] = [order[i], order[j]];
    if (a === undefined || b === undefined) continue;
    order[i] = b;
    order[j] = a;
  }

  return order;
}
