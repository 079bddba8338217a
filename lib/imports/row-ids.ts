import { uuid7 } from "@/lib/db/uuid";

const EACH = 4096;

/**
 * Ids for very many rows: uuid v7 whose last 32 bits count on from a random start (RFC 9562, 6.2, method 2), so that new
 * random bits are drawn once for 4,096 rows. Ascending, so that rows lie in the order of their file.
 */
export function* rowIds(): Generator<string, never> {
  for (;;) {
    const id = uuid7();
    const head = id.slice(0, -8);
    const start = Number.parseInt(id.slice(-8), 16) % (2 ** 32 - EACH);
    for (let i = 0; i < EACH; i += 1) yield head + (start + i).toString(16).padStart(8, "0");
  }
}
