import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { citationRole } from "./built-in/citation-role";
import { builtInCodebooks } from "./built-in/find-built-in";
import { markerPair } from "./built-in/marker-pair";
import { mustCite } from "./built-in/must-cite";
import { conditionFields, judgeView, raterView } from "./fields-for-rater";

const reference = {
  query_title: "On Trees",
  cited_title: "Random forests",
  cited_year: 2001,
  cited_as: "(Breiman)",
  venue: "SECRET-VENUE",
  contexts: [
    { section: "1 Intro", context: "😀 (Breiman) and again (Breiman)." },
    { section: "", context: "No mark here." },
  ],
  mention_count: 9,
};

describe("must-cite", () => {
  it("raters see titles, year and passages with the citation's place, and neither its string nor the rest", () => {
    const { fields } = raterView(mustCite, reference);
    expect(fields.map(({ id }) => id)).toEqual(["query_title", "cited_title", "cited_year", "contexts"]);
    expect(fields[3]).toEqual({
      id: "contexts",
      label: "Passages",
      type: "contexts",
      display: "reading",
      value: [
        { section: "1 Intro", text: "😀 (Breiman) and again (Breiman)." },
        { section: "", text: "No mark here." },
      ],
      // Code points: the emoji counts one.
      targets: [
        [
          { start: 2, end: 11 },
          { start: 22, end: 31 },
        ],
        [],
      ],
    });
  });

  it("judges see the citation string and not the year", () => {
    const ids = judgeView(mustCite, reference).fields.map(({ id }) => id);
    expect(ids).toEqual(["query_title", "cited_title", "cited_as", "contexts"]);
  });

  it("a matcher is asked with text and citation string, and its sentences go along", () => {
    const asked: unknown[] = [];
    const view = raterView(mustCite, reference, (passage) => {
      asked.push(passage);
      return { targets: [{ start: 0, end: 1 }], citing: [{ start: 0, end: 5 }] };
    });
    expect(asked).toEqual(reference.contexts.map(({ context }) => ({ text: context, citedAs: "(Breiman)" })));
    expect(view.fields[3]).toMatchObject({ citing: [[{ start: 0, end: 5 }], [{ start: 0, end: 5 }]] });
  });
});

describe("citation-role", () => {
  it("shows the window alone, marked by the item's own marker or the usual one", () => {
    const item = { context_id: "c1", context_text: "As [REF_TARGET] and <T> say", focal_title: "HIDDEN" };
    const usual = raterView(citationRole, item).fields;
    expect(usual.map(({ id, targets }) => [id, targets])).toEqual([["context_text", [[{ start: 3, end: 15 }]]]]);
    const own = raterView(citationRole, { ...item, target_marker: "<T>" }).fields;
    expect(own[0]?.targets).toEqual([[{ start: 20, end: 23 }]]);
    expect(judgeView(citationRole, item)).toEqual(raterView(citationRole, item));
  });
});

it("no codebook lets a hidden value through, whatever it is", () => {
  fc.assert(
    fc.property(fc.constantFrom(...builtInCodebooks), fc.uuid(), (codebook, secret) => {
      const content: Record<string, unknown> = {};
      for (const field of codebook.item.fields) {
        const hidden = field.showTo === "none" || field.showTo === "judge";
        const value = `${hidden ? secret : "open"} ${field.id}`;
        if (field.type === "contexts") content[field.id] = [{ section: "1", context: value, note: secret }];
        else if (field.type !== "count") content[field.id] = value;
      }
      expect(JSON.stringify(raterView(codebook, { ...content, other: secret }))).not.toContain(secret);
      expect(JSON.stringify(raterView(codebook, content))).toContain("open");
    }),
  );
});

it("conditions get the fields that raters see, and no other", () => {
  const pair = { relation: "ADDRESS", s1: "a", s2: "b", marker: "to this end" };
  expect(conditionFields(markerPair, pair)).toEqual({ relation: "ADDRESS" });
  expect(conditionFields(mustCite, reference)).toEqual({});
});
