import type { Pages, Row } from "@/lib/release-files/columns";

/** Follows rows in the order of their items' keys, so that neither list is ever held whole. */
export function walk(pages: Pages) {
  const rows = flat(pages);
  let next: IteratorResult<Row> | undefined;

  return {
    async find(item: string): Promise<Row | undefined> {
      next ??= await rows.next();
      while (!next.done && Buffer.compare(Buffer.from(String(next.value.item)), Buffer.from(item)) < 0)
        next = await rows.next();

      return !next.done && next.value.item === item ? next.value : undefined;
    },
  };
}

async function* flat(pages: Pages): AsyncGenerator<Row> {
  for await (const page of pages) yield* page;
}
