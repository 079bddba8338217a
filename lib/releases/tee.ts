/**
 * One source read by several at the same pace: each page is asked for once, when all have taken the one before, so that
 * memory holds a page. A reader that stops early, or breaks, holds nobody up. An error of the source reaches all.
 */
export function tee<T>(source: AsyncIterable<T>, readers: number): Branch<T>[] {
  const iterator = source[Symbol.asyncIterator]();
  let reading = readers;
  let waiting = 0;
  let [next, release] = turn<T>();

  const advance = () => {
    if (reading === 0 || waiting < reading) return;
    waiting = 0;
    const ready = release;
    [next, release] = turn<T>();
    ready(iterator.next());
  };

  // No generators: one that was never started would not be told that nobody waits for it any more.
  function reader(): Branch<T> {
    let open = true;
    const end = async (): Promise<IteratorResult<T, undefined>> => {
      if (open) {
        open = false;
        reading -= 1;
        if (reading > 0) advance();
        else await iterator.return?.();
      }

      return { done: true, value: undefined };
    };
    const branch: Branch<T> = {
      async next() {
        if (!open) return { done: true, value: undefined };
        const page = next;
        waiting += 1;
        advance();
        const result = await page;

        return result.done ? end() : result;
      },
      return: end,
      [Symbol.asyncIterator]: () => branch,
    };

    return branch;
  }

  return Array.from({ length: readers }, reader);
}

/** What one reader has of it; `return` says that it wants no more. */
export type Branch<T> = AsyncIterableIterator<T> & { return(): Promise<IteratorResult<T, undefined>> };

type Result<T> = IteratorResult<T, unknown>;

function turn<T>(): [page: Promise<Result<T>>, release: (page: Promise<Result<T>>) => void] {
  let release: (page: Promise<Result<T>>) => void = () => undefined;
  const page = new Promise<Result<T>>((resolve) => {
    release = resolve;
  });

  return [page, release];
}
