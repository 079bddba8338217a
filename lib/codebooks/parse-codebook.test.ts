import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCodebook } from "./parse-codebook";

const yaml = `assay: 1
id: purpose
title: Purpose
item:
  fields:
    - { id: uid, label: Id, type: text, showTo: none, aliases: [unique_id] }
    - id: text
      label: Text
      type: window
      showTo: both
      marker: "#AUTHOR_TAG"
  key: [uid]
questions:
  - id: influence
    title: Influence
    text: Is it influential?
    scale: binary
    options:
      - { id: 1, label: Influential, key: y }
      - { id: 0, label: Incidental, key: n }
  - id: stars
    title: Stars
    text: How many?
    scale: ordinal
    options:
      - { id: 1, label: one, key: 1 }
      - { id: 2, label: two, key: 2 }
`;

function faultsOf(text: string) {
  const parsed = parseCodebook(text);
  return parsed.ok ? [] : parsed.faults.map(({ line, path, reason }) => `${line} ${path}: ${reason}`);
}

describe("a good codebook", () => {
  it("is read from YAML, where 1 is an option's id and y a key", () => {
    const parsed = parseCodebook(yaml);
    expect(parsed).toMatchObject({ ok: true, warnings: [] });
    if (!parsed.ok) return;
    expect(parsed.codebook.questions[0]?.options.map(({ id, key }) => [id, key])).toEqual([
      ["1", "y"],
      ["0", "n"],
    ]);
    expect(parsed.codebook.order).toBe("fixed");
  });

  it("is read from JSON with tabs and escapes, CRLF and a byte order mark, which is reported", () => {
    const parsed = parseCodebook(yaml);
    if (!parsed.ok) throw new Error("unexpected");
    const json = JSON.stringify({ ...parsed.codebook, title: "Zweck 😀" }, null, "\t").replace("😀", "\\ud83d\\ude00");
    const again = parseCodebook(`\uFEFF${json.replaceAll("\n", "\r\n")}`);
    expect(again).toMatchObject({ ok: true, codebook: { title: "Zweck 😀" } });
    expect(again.ok && again.warnings.map(({ line, reason }) => [line, reason])).toEqual([
      [1, "a byte order mark at the start was left out"],
    ]);
  });

  it("warns where an option cannot be reached by keyboard", () => {
    const parsed = parseCodebook(yaml.replace("label: two, key: 2", "label: two"));
    expect(parsed.ok && parsed.warnings).toEqual([
      {
        line: 27,
        column: 9,
        path: "questions[1].options[1]",
        reason: "option 2 has no key, so it cannot be chosen by keyboard alone",
      },
    ]);
  });
});

describe("faults come with their line", () => {
  it("all faults of shape at once", () => {
    const text = yaml
      .replace("id: purpose", "id: My Purpose")
      .replace("scale: binary", "scale: binray")
      .replace("    text: How many?\n", "    colour: red\n");
    expect(faultsOf(text)).toEqual([
      "2 id: use lower-case letters, digits and -",
      expect.stringContaining("17 questions[0].scale: Invalid option"),
      "21 questions[1].text: text is missing",
      "23 questions[1].colour: unknown key colour",
    ]);
  });

  it("faults across parts, each at its own place", () => {
    const text = `${yaml
      .replace("key: [uid]", "key: [nobody]")
      .replace("label: Incidental, key: n", "label: Incidental, key: y")
      .replace("{ id: 2, label: two, key: 2 }", "{ id: 0, label: two, key: s }")}floors:
  - { when: { mark: gold }, question: stars, atLeast: 9, text: At least nine. }
derived:
  - id: influence
    title: Influence
    scale: binary
    options: [{ id: A, label: A }, { id: B, label: B }]
    rule:
      map:
        question: influence
        to: { 1: A, 3: C }
`;
    expect(faultsOf(text)).toEqual([
      "12 item.key[0]: there is no field nobody",
      expect.stringMatching(/^20 questions\[0\]\.options\[1\]\.key: key y would mean both option 1 .* and option 0 /),
      "27 questions[1].options[1]: ordinal options go from low to high; 0 stands after 1",
      "27 questions[1].options[1].key: key s would mean both the label page's skip and option 0 of question stars",
      "29 floors[0].when.mark: there is no mark gold",
      "29 floors[0].question: question stars has no option 9",
      "31 derived[0].id: influence is already the name of a question",
      "38 derived[0].rule.map.to: option 0 of influence is missing (null where it says nothing)",
      "38 derived[0].rule.map.to.3: question influence has no option 3",
      "38 derived[0].rule.map.to.3: influence has no option C",
    ]);
  });

  it("inside conditions, in the words of the shape meant", () => {
    const text = yaml.replace(
      "    text: How many?",
      "    text: How many?\n    askWhen: { all: [{ question: influence, is: [] }] }",
    );
    expect(faultsOf(text)).toEqual([expect.stringMatching(/^24 questions\[1\]\.askWhen\.all\[0\]\.is: Too small/)]);
  });

  it("duplicate keys, broken syntax, second documents, lists", () => {
    expect(faultsOf('{"assay": 1,\n "id": "a",\n "id": "b"}')).toEqual(["3 : a second key id"]);
    expect(parseCodebook("a: [1,\nb: 2").ok).toBe(false);
    expect(faultsOf("a: 1\n---\nb: 2")[0]).toBe("2 : a second document starts here; a file holds one");
    expect(faultsOf("assay: 1\n{ id: x }: y")).toEqual(["2 : a key is plain text, not a list or a map"]);
    expect(faultsOf("- 1")).toEqual([expect.stringContaining("expected object")]);
    expect(faultsOf(" \n")).toEqual(["1 : The file is empty."]);
  });
});

describe("hostile text is refused, fast", () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${["b", "c", "d", "e"]
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${"abcd"[i]}`).join(",")}]`)
    .join("\n")}\nz: *e`;
  it.each([
    ["brackets without end", "[".repeat(100_000), "is nested more than 64 levels deep"],
    ["dashes without end", "- ".repeat(100_000), "is nested more than 64 levels deep"],
    ["deep maps", "{a: ".repeat(1_000), "is nested more than 64 levels deep"],
    ["alias bomb", bomb, "uses too many aliases"],
    ["NUL", "assay: 1\0", "holds a NUL character"],
    ["a lone surrogate", "id: \ud83d", "lone surrogate"],
    ["UTF-8 read wrongly", "id: a\uFFFD", "U+FFFD"],
    ["1 MB", `# ${"x".repeat(1_000_000)}`, "is over 1 MB"],
  ])("%s", (_name, text, reason) => {
    expect(parseCodebook(text, "book.yaml")).toMatchObject({
      ok: false,
      faults: [{ line: 1, column: 1, path: "", reason: expect.stringMatching(/^book\.yaml /) }],
    });
    expect(faultsOf(text)[0]).toContain(reason);
  });

  it("names its parts too: escaped NUL, an alias within itself, __proto__, twenty thousand keys", () => {
    expect(faultsOf('assay: 1\ntitle: "a\\0b"')).toEqual(["2 title: holds NUL or half a character"]);
    expect(faultsOf("assay: 1\ntitle: &t [*t]")).toEqual(["2 title: nested too deeply, or within itself"]);
    const proto = '{"__proto__": {"assay": 1}, "constructor": {"prototype": {"x": 1}}}';
    expect(faultsOf(proto)).toContain("1 constructor: unknown key constructor");
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    const many = Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join("\n");
    const faults = faultsOf(many);
    expect(faults).toHaveLength(101);
    expect(faults[100]).toMatch(/and 199\d\d more from here on/);
  }, 30_000);
});

describe("whatever is uploaded gets an answer", () => {
  const answered = (text: string) => {
    const parsed = parseCodebook(text);
    const places = parsed.ok ? parsed.warnings : parsed.faults;
    expect(parsed.ok || places.length > 0).toBe(true);
    const lines = text.split("\n");
    for (const { line, column } of places) {
      expect(line).toBeGreaterThanOrEqual(1);
      expect(line).toBeLessThanOrEqual(lines.length);
      expect(column).toBeGreaterThanOrEqual(1);
    }
  };

  it("any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), answered));
  });

  it("a good codebook with a piece cut out or put in", () => {
    const piece = fc.oneof(
      fc.constantFrom("", ":", "- ", "[", "}", "&a ", "*a", "!!x ", "null", "\n", "\t", "'"),
      fc.string(),
    );
    const spot = fc.nat({ max: yaml.length - 1 });
    fc.assert(
      fc.property(spot, fc.nat({ max: 60 }), piece, (start, length, put) => {
        answered(yaml.slice(0, start) + put + yaml.slice(start + length));
      }),
    );
  }, 30_000);
});
