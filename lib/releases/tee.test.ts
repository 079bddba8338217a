import { expect, test } from "vitest";
import { tee } from "./tee";

function counted(pages: number, fail = false) {
  const seen = { asked: 0, closed: false };
  async function* source() {
    try {
      for (let page = 1; page <= pages; page += 1) {
        seen.asked = page;
        yield page;
      }
      if (fail) throw new Error("broken");
    } finally {
      seen.closed = true;
    }
  }

  return { seen, source: source() };
}

async function all(pages: AsyncIterable<number>): Promise<number[]> {
  const found: number[] = [];
  for await (const page of pages) found.push(page);

  return found;
}

test("each reader gets every page, and each page is asked for once", async () => {
  const { seen, source } = counted(4);
  const found = await Promise.all(tee(source, 3).map(all));
  expect(found).toEqual(Array(3).fill([1, 2, 3, 4]));
  expect(seen).toEqual({ asked: 4, closed: true });
});

test("nobody runs ahead: the slowest sets the pace", async () => {
  const { seen, source } = counted(4);
  const [fast, slow] = tee(source, 2);
  const [first, other] = [fast!.next(), slow!.next()];
  expect([(await first).value, (await other).value]).toEqual([1, 1]);
  const second = fast!.next();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen.asked).toBe(1);
  await slow!.next();
  expect((await second).value).toBe(2);
  expect(seen.asked).toBe(2);
});

test("a reader that breaks off holds nobody up; when all have, the source is closed", async () => {
  const { seen, source } = counted(4);
  const [one, two] = tee(source, 2);
  const short = (async () => {
    for await (const page of one!) if (page === 2) throw new Error("enough");
  })();
  const [rest] = await Promise.all([all(two!), expect(short).rejects.toThrow("enough")]);
  expect(rest).toEqual([1, 2, 3, 4]);
  expect(seen.closed).toBe(true);
});

test("a reader that never began can leave, too", async () => {
  const [one, two] = tee(counted(2).source, 2);
  const rest = all(two!);
  await one!.return();
  expect(await rest).toEqual([1, 2]);
});

test("an error of the source reaches every reader", async () => {
  const readers = tee(counted(2, true).source, 3).map(all);
  for (const result of await Promise.allSettled(readers)) expect(result).toMatchObject({ status: "rejected" });
});
