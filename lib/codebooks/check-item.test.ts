import { describe, expect, it } from "vitest";
import { citationRole } from "./built-in/citation-role";
import { mustCite } from "./built-in/must-cite";
import { checkItem, itemChecker } from "./check-item";
import { hasShared, listShared, readShared } from "./fixtures/shared-files";
import { small } from "./fixtures/small-codebook";

const good = { doc: "d1", kind: "a", body: "We use [X]." };
const faultsOf = (raw: unknown) =>
  checkItem(small, raw).faults.map(({ column, path, reason }) => `${column}${path}: ${reason}`);

describe("a good record", () => {
  it("keeps its text as it came, drops what is empty, counts, and names its key", () => {
    const raw = {
      ...good,
      body: "  We use\r\n [X]\u00a0. ",
      year: null,
      hint: "",
      parts: ["p", { section: null, context: "q" }],
    };
    expect(checkItem(small, raw)).toEqual({
      ok: true,
      content: {
        doc: "d1",
        kind: "a",
        body: raw.body,
        parts: [
          { section: "", context: "p" },
          { section: "", context: "q" },
        ],
      },
      key: "d1",
      focalKey: "d1",
      window: raw.body,
      counts: { n_parts: 2 },
      faults: [],
      ignored: [],
    });
  });

  it("from CSV: numbers, booleans and contexts written as text", () => {
    const row = {
      ...good,
      year: " 2001 ",
      score: "-1.5e-1",
      open: "TRUE",
      parts: '[{"section":"1","text":"p"}]',
      stated_parts: "7",
    };
    expect(checkItem(small, row)).toMatchObject({
      ok: true,
      content: { year: 2001, score: -0.15, open: true, parts: [{ section: "1", context: "p" }] },
      counts: { n_parts: 7 },
    });
  });

  it("aliases are renamed, the field's own name goes first, what is not known is ignored and named", () => {
    const checked = checkItem(small, { ...good, document: "d2", extra: 1, n_parts: 5, mood: "" });
    expect(checked).toMatchObject({
      ok: true,
      content: { doc: "d1" },
      ignored: ["document", "extra", "n_parts", "mood"],
    });
    const { doc: _doc, ...rest } = good;
    expect(checkItem(small, { document: 7, ...rest })).toMatchObject({ ok: true, key: "7", ignored: [] });
    expect(checkItem(small, { document: "d2", ...rest, doc: "" })).toMatchObject({ ok: true, key: "d2" });
    expect(checkItem(small, { ...good, key: "own" }).key).toBe("own");
  });
});

describe("faults", () => {
  it("missing, of the wrong kind, outside the values", () => {
    expect(faultsOf({ doc: "d", kind: "c", body: "" })).toEqual(["kind: is none of a, b", "body: body is missing"]);
    expect(faultsOf({ ...good, year: "MMI" })).toEqual(["year: a whole number is expected"]);
    expect(faultsOf({ ...good, year: 2001.5 })).toHaveLength(1);
    expect(faultsOf({ ...good, parts: "one" })).toEqual(["parts: a list of contexts is expected"]);
    expect(faultsOf({ ...good, parts: [{ section: "1" }] })).toEqual(["parts[0].context: context is missing"]);
    expect(faultsOf({ ...good, doc: ["d"] })).toEqual(["doc: text is expected"]);
    for (const raw of [null, 1, "x", [good]])
      expect(faultsOf(raw)).toEqual([": an item is an object with named fields"]);
  });

  it("ids that are numbers keep every digit or are refused", () => {
    expect(checkItem(small, { ...good, doc: Number.MAX_SAFE_INTEGER }).key).toBe("9007199254740991");
    expect(checkItem(small, { ...good, doc: 12345678901234567890n }).key).toBe("12345678901234567890");
    expect(faultsOf({ ...good, doc: 2 ** 53 })).toEqual([
      "doc: the number 9007199254740992 is too large to be exact: write it as text, in quotes",
    ]);
    expect(faultsOf({ ...good, doc: 2101.1 })).toEqual([
      "doc: a number with decimals is no exact id: write it as text, in quotes",
    ]);
    expect(faultsOf({ ...good, key: 2 ** 53 })).toEqual(["key: a key is text or an exact whole number"]);
  });

  it("NUL and lone surrogates, in contexts too", () => {
    expect(faultsOf({ ...good, body: "a\0" })).toEqual(["body: holds a NUL character"]);
    expect(faultsOf({ ...good, parts: ["ok", "\udc00"] })[0]).toMatch(/^parts\[1\].*half a character/);
  });

  it("hostile names touch nothing", () => {
    const raw = JSON.parse('{"__proto__":{"kind":"a"},"constructor":1,"doc":"d","body":"b"}');
    expect(checkItem(small, raw).faults.map(({ field }) => field)).toEqual(["kind"]);
  });
});

describe.skipIf(!hasShared)("files of ../shared (absent: nothing to read)", () => {
  it("MUSES' contexts.jsonl, under its own names", () => {
    const [line] = readShared("formats/muses/contexts.jsonl").split("\n");
    expect(checkItem(citationRole, JSON.parse(line!))).toMatchObject({
      ok: true,
      key: "c1",
      focalKey: "12345",
      targetKey: "67890",
      content: { target_marker: "[REF_TARGET]" },
      ignored: [],
    });
  });

  it("every reference of masterset-ref is an item of must-cite, its contexts unchanged", () => {
    const check = itemChecker(mustCite);
    let items = 0;
    let passages = 0;
    for (const folder of ["grobid", "nougat"]) {
      for (const file of listShared(`data/masterset-ref/${folder}`)) {
        for (const reference of JSON.parse(readShared(`data/masterset-ref/${folder}/${file}`))) {
          const checked = check({ query_id: file, ...reference });
          expect(checked.faults).toEqual([]);
          expect(checked.key).toBe(`${file}:${reference.target}`);
          expect(checked.content.contexts).toEqual(reference.contexts);
          expect(checked.counts.mentions).toBe(reference.contexts.length);
          items += 1;
          passages += reference.contexts.length;
        }
      }
    }
    // Counted in the files by another program: 27 + 47 + 57 + 49 + 27 + 61 + 33 references, 42 + 74 + 61 + 57 + 20 + 105 + 111 contexts.
    expect([items, passages]).toEqual([301, 470]);
  });
});
