import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceByCodePoints } from "./code-points";
import { hasShared, listShared, readShared } from "./fixtures/shared-files";
import { locateTarget } from "./locate-target";

/** The marked parts of a text, so that a test reads as what a rater would see. */
function marks(text: string, citedAs: string): string[] {
  return locateTarget(text, citedAs).ranges.map(({ start, end }) => sliceByCodePoints(text, start, end));
}

describe("placeholders and markers", () => {
  it.each([
    ["(citation #b1)", "A (citation #b12)(citation #b1) and (citation #b1).", ["(citation #b1)", "(citation #b1)"]],
    ["(citation #b2)", "A (citation #b12).", []],
    ["[REF_TARGET]", "We extend [REF_TARGET] to [REF].", ["[REF_TARGET]"]],
    ["#AUTHOR_TAG", "according to features #AUTHOR_TAG, not #AUTHOR_TAGS", ["#AUTHOR_TAG"]],
    ["#AUTHOR_TAG", "[#AUTHOR_TAG13] and #AUTHOR_TAGand", ["#AUTHOR_TAG", "#AUTHOR_TAG"]],
    ["", "Nothing [1].", []],
    ["[1]", "", []],
  ])("%s in %j", (citedAs, text, expected) => {
    expect(marks(text, citedAs)).toEqual(expected);
  });

  it("counts code points of the untouched text", () => {
    expect(locateTarget("😀é [1]", "[1]").ranges).toEqual([{ start: 3, end: 6 }]);
    expect(locateTarget("e\u0301😀😀 [3, 12] 😀 [12]", "[12]").ranges).toEqual([
      { start: 9, end: 11 },
      { start: 15, end: 19 },
    ]);
  });
});

describe("numbers", () => {
  it.each([
    ["[12]", "As in [12] and [12].", ["[12]", "[12]"]],
    ["[12]", "As in [3, 12, 14].", ["12"]],
    ["[12]", "As in [3,12;14] and [3 and 12] and [3, 11, & 12].", ["12", "12", "12"]],
    ["[12]", "As in (Cf. [12, 28]).", ["12"]],
    ["[12]", "As in [e.g., 12] and [see 4, 12].", ["12", "12"]],
    ["[12]", "As in [10-15].", ["[10-15]"]],
    ["[12]", "As in [3, 10–15, 20].", ["10–15"]],
    ["[12]", "As in [10--12].", ["[10--12]"]],
    ["[6]", "As in [3]–[9].", ["[3]–[9]"]],
    ["[6]", "As in [3] - [9] and [7]-[9].", ["[3] - [9]"]],
    ["[12]", "Tight[12]here, [11][12][13], \\[12\\].", ["[12]", "[12]", "\\[12\\]"]],
    ["[12]", "With a page [12, p. 3] or [12, Theorem 2].", ["12", "12"]],
    ["12", "As in [12].", ["[12]"]],
    ["(12)", "As in (12) and (3, 12), by Eq. (12) and Fig. (12).", ["(12)", "12"]],
    ["[ABC+16]", "As in [ABC+16] and [Bro20].", ["[ABC+16]"]],
    ["[ABC+16]", "As in [Bro20, ABC+16].", ["ABC+16"]],
    ["¹²", "As shown before.¹² Others disagree.³", ["¹²"]],
    ["[12]", "As shown before.³,¹² Others disagree.¹", ["¹²"]],
    ["[4]", "As shown before.³⁻⁵ Others", ["³⁻⁵"]],
    ["[12]", "As shown before<sup>3,12</sup> and $^{12}$ and words^{12}.", ["12", "^{12}"]],
  ])("%s in %j", (citedAs, text, expected) => {
    expect(marks(text, citedAs)).toEqual(expected);
  });

  it.each([
    ["[1]", "As in [12], [21], [11] and [2, 10]."],
    ["[2]", "As in [12, Theorem 2] and [20-25]."],
    ["[1]", "With values in [0, 1], [-1, 1], [0.5, 1] and [1, n]."],
    ["[5]", "A score in the range [1, 5], on a scale of [1, 5], x \u2208 [1, 5], $x \\in [1, 5]$."],
    ["[9]", "As in [10-15] and [3]–[8] and [3], [10]."],
    ["[2]", "An area of 5 km² and R² and x² and 10²."],
    ["[12]", "About 12 of (12) in 2012."],
    ["[2]", "Table 2 and Fig. 2 and a[x2]."],
    ["[5]", "As in [2016-2020]."],
    ["[12]", "See [12a] and [b12]."],
  ])("does not see %s in %j", (citedAs, text) => {
    expect(marks(text, citedAs)).toEqual([]);
  });
});

describe("author and year", () => {
  const abadi = "Abadi et al. (2016)";

  it.each([
    [abadi, "Tensorflow (Abadi et al., 2016) is used.", ["Abadi et al., 2016"]],
    [abadi, "As Abadi et al. (2016) show.", ["Abadi et al. (2016)"]],
    [abadi, "As Abadi and Barham (2016) show.", ["Abadi and Barham (2016)"]],
    [abadi, "As Abadi & Barham (2016) show.", ["Abadi & Barham (2016)"]],
    [abadi, "As Abadi, Barham, and Chen (2016) show.", ["Abadi, Barham, and Chen (2016)"]],
    [abadi, "(Abadi, Barham, et al., 2016)", ["Abadi, Barham, et al., 2016"]],
    [abadi, "(Abadi et al., 2016; Brown et al., 2020)", ["Abadi et al., 2016"]],
    ["Brown et al. (2020)", "(Abadi et al., 2016; Brown et al., 2020)", ["Brown et al., 2020"]],
    [abadi, "(see e.g. Abadi et al. 2016, p. 3)", ["Abadi et al. 2016"]],
    [abadi, "[Abadi et al., 2016] and Abadi et al. [2016]", ["Abadi et al., 2016", "Abadi et al. [2016]"]],
    [abadi, "Abadi et al.'s (2016) system; Abadi et al.’s (2016)", ["Abadi et al.'s (2016)", "Abadi et al.’s (2016)"]],
    [abadi, "ABADI ET AL. no; ABADI et al (2016) yes", ["ABADI et al (2016)"]],
    [abadi, "(BERT, Abadi et al., 2016)", ["Abadi et al., 2016"]],
    [abadi, "However, Abadi and Barham (2016) disagree.", ["Abadi and Barham (2016)"]],
    [abadi, "by Abadi and colleagues (2016)", ["Abadi and colleagues (2016)"]],
    [abadi, "Abadi _et al._ (2016)", ["Abadi _et al._ (2016)"]],
    [abadi, "Abadi\u00a0et\u00a0al. (2016)", ["Abadi\u00a0et\u00a0al. (2016)"]],
    ["(Abadi et al., 2016)", "As Abadi et al. (2016) show.", ["Abadi et al. (2016)"]],
    ["Shazeer et al. (2018)", "(Shazeer et al., 2017, 2018; Fan, 2021)", ["2018"]],
    ["Shazeer et al. (2017)", "by Shazeer et al. (2017, 2018).", ["Shazeer et al. (2017"]],
    [
      "Smith (2016b)",
      "(Smith, 2016a,b) and Smith (2016b) and (Smith, 2016a-c)",
      ["b", "Smith (2016b)", "Smith, 2016a-c"],
    ],
    ["Smith (2016a)", "Smith's (2016a) view; Smith' (2016a)", ["Smith's (2016a)", "Smith' (2016a)"]],
    ["Wang and Kanwar (2019)", "(Wang & Kanwar, 2019)", ["Wang & Kanwar, 2019"]],
    ["Wang & Kanwar, 2019", "Wang and Kanwar's (2019) format", ["Wang and Kanwar's (2019)"]],
    ["Robbins (1952)", "bandits (Robbins, 1952)", ["Robbins, 1952"]],
    ["van den Oord et al. (2016)", "Van den Oord et al. (2016)", ["Van den Oord et al. (2016)"]],
    ["Oord et al. (2016)", "(van den Oord et al., 2016)", ["Oord et al., 2016"]],
    ["Müller et al. (2001)", "(Mu\u0308ller et al., 2001)", ["Mu\u0308ller et al., 2001"]],
    ["O'Brien et al. (2001)", "(O’Brien et al., 2001)", ["O’Brien et al., 2001"]],
    ["J. Smith and A. Jones (2001)", "(Smith and Jones, 2001)", ["Smith and Jones, 2001"]],
  ])("%s in %j", (citedAs, text, expected) => {
    expect(marks(text, citedAs)).toEqual(expected);
  });

  it.each([
    [abadi, "(Abadi et al., 2016a)"],
    [abadi, "(Abadi et al., 2017) in 2016"],
    [abadi, "(Abadi, 2016)"],
    [abadi, "(Abadie et al., 2016; McAbadi et al., 2016; Jones-Abadi et al., 2016)"],
    [abadi, "(Brown, Abadi, et al., 2016)"],
    [abadi, "Abadi et al. used 20160 items"],
    ["Abadi et al. (2016a)", "(Abadi et al., 2016) and (Abadi et al., 2016b)"],
    ["Abadi (2016)", "Brown and Abadi (2016); (Abadi et al., 2016); (Brown & Abadi, 2016)"],
    ["Wang and Kanwar (2019)", "(Wang et al., 2019; Wang and Smith, 2019; Wang, 2019)"],
    ["Brien et al. (2001)", "(O'Brien et al., 2001)"],
    ["Barham and Chen (2016)", "(Abadi, Barham and Chen, 2016)"],
    ["Shazeer et al. (2018)", "(Shazeer et al., 2017; Fan et al., 2018)"],
  ])("does not see %s in %j", (citedAs, text) => {
    expect(marks(text, citedAs)).toEqual([]);
  });

  it("prefers the form of the citation string", () => {
    const text = "(Wang and Kanwar, 2019) and (Wang et al., 2019)";
    expect(marks(text, "Wang et al. (2019)")).toEqual(["Wang et al., 2019"]);
    expect(marks(text, "Wang and Kanwar (2019)")).toEqual(["Wang and Kanwar, 2019"]);
  });
});

describe("hostile texts", () => {
  it.each([
    ["names", "Abadi, ".repeat(60_000), "Abadi et al. (2016)"],
    ["et al.", "Abadi et al. ".repeat(40_000), "Abadi et al. (2016)"],
    ["blanks", `Abadi${" ".repeat(500_000)}`, "Abadi et al. (2016)"],
    ["years", `Abadi et al. (${"2015, ".repeat(80_000)})`, "Abadi et al. (2016)"],
    ["brackets", "[".repeat(500_000), "[12]"],
    ["lists", "[1, 2, 3".repeat(60_000), "[12]"],
    ["superscripts", "¹,".repeat(250_000), "[12]"],
    ["a long citation string", "x", `${"A, ".repeat(100_000)}2016`],
    ["placeholder", "(citation #b".repeat(40_000), "(citation #b1)"],
  ])("end in time: %s", { timeout: 20_000 }, (_, text, citedAs) => {
    expect(marks(text, citedAs)).toEqual([]);
  });
});

it("gives sorted ranges inside the text that do not overlap", () => {
  const parts = [
    "[12]",
    "[3, 12]",
    "[10-15]",
    "[3]",
    "\u2013",
    "\u00b9\u00b2",
    "(Abadi et al., 2016)",
    "Abadi and Lee (2016, 2016a)",
    "\u{1f600}",
    " ",
    "2016",
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 4 }))).map((all) => all.join(""));
  const cited = fc.constantFrom("[12]", "(12)", "\u00b9\u00b2", "Abadi et al. (2016)", "Abadi and Lee (2016a)", "2016");
  fc.assert(
    fc.property(text, cited, (value, citedAs) => {
      let last = 0;
      for (const { start, end } of locateTarget(value, citedAs).ranges) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(Array.from(value).length);
    }),
    { numRuns: 500 },
  );
});

// ../shared is not part of the project.
describe.skipIf(!hasShared)("masterset-ref", () => {
  type Reference = { target: string; cite: string; contexts: { context: string }[] };
  const references = ["grobid", "nougat"].flatMap((folder) =>
    listShared(`data/masterset-ref/${folder}`).flatMap((file) =>
      (JSON.parse(readShared(`data/masterset-ref/${folder}/${file}`)) as Reference[]).map((reference) => ({
        file,
        ...reference,
      })),
    ),
  );

  it("locates at least 95 % of the contexts; the rest is listed", () => {
    const missing: string[] = [];
    let total = 0;
    for (const { file, target, cite, contexts } of references) {
      for (const [i, { context }] of contexts.entries()) {
        total++;
        if (locateTarget(context, cite).ranges.length === 0)
          missing.push(`${file} ${target} context ${i + 1}: ${cite}`);
      }
    }
    expect(total).toBe(470);
    expect(missing.length / total, missing.join("\n")).toBeLessThanOrEqual(0.05);
  });

  it("locates #AUTHOR_TAG wherever a context of 3c-wosp2020 has it", () => {
    for (const line of readShared("data/3c-wosp2020/joined.csv").split("\n")) {
      expect(locateTarget(line, "#AUTHOR_TAG").ranges).toHaveLength(line.split("#AUTHOR_TAG").length - 1);
    }
  });

  it("marks only what names the target", () => {
    for (const { cite, contexts } of references) {
      for (const { context } of contexts) {
        for (const mark of marks(context, cite)) {
          const key = /\d+/.exec(cite)?.[0] ?? "";
          const names = cite.startsWith("(citation") || cite.startsWith("[") ? [key] : [cite.slice(0, 4), key];
          const range = /^\d{4}$|\d\]?[-–]\[?\d/.test(mark);
          for (const part of range ? [] : names) expect(mark).toContain(part);
        }
      }
    }
  });
});
