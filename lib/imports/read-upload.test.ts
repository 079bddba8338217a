import { expect, test } from "vitest";
import { readUpload } from "./read-upload";

const importId = "01920000-0000-7000-8000-000000000000";

/** A body that comes in pieces of `step` bytes. */
function body(bytes: Uint8Array, step: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + step));
      at += step;
    },
  });
}

async function text(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const contents = ["one\n", "", "größer\nals eins", "{}"];

function upload(step: number) {
  const files = contents.map((content, i) => ({ name: `f${i}`, size: Buffer.byteLength(content) }));
  const bytes = Buffer.from(`${JSON.stringify({ kind: "items", importId, files })}\n${contents.join("")}`);
  return { bytes, read: () => readUpload(body(bytes, step), bytes.length) };
}

test.each([1, 2, 7, 100_000])("files come apart where they end, in pieces of %i bytes", async (step) => {
  const { head, files } = await upload(step).read();
  expect(head.kind).toBe("items");
  const read: string[] = [];
  for (const file of files) read.push(await text(file.bytes));
  expect(read).toEqual(contents);
});

test("a file that nobody reads to its end does not shift the next one", async () => {
  const { files } = await upload(3).read();
  for await (const piece of files[2]!.bytes) {
    expect(piece.length).toBeGreaterThan(0);
    break;
  }
  expect(await text(files[3]!.bytes)).toBe("{}");
});

test("a body that ends early gives short files; one of another length than announced is refused", async () => {
  const { bytes } = upload(1);
  const { files } = await readUpload(body(bytes.subarray(0, bytes.length - 4), 5), null);
  expect(await text(files[2]!.bytes)).toBe(contents[2]!.slice(0, -2));
  expect(await text(files[3]!.bytes)).toBe("");
  await expect(readUpload(body(bytes, 5), bytes.length + 1)).rejects.toMatchObject({ code: "bad_input" });
});

test("what is not an import is refused", async () => {
  for (const start of ["", "no json\n", '{"kind":"other"}\n', '{"kind":"items","files":[]}']) {
    const bytes = Buffer.from(start);
    await expect(readUpload(body(bytes, 4), bytes.length)).rejects.toThrow();
  }
});
