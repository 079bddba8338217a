import { describe, expect, it } from "vitest";
import { checkPathPattern, matchPathPattern } from "./path-pattern";

describe("matchPathPattern", () => {
  it.each([
    ["{venue}/{year}/{title}.json", "ICML/2020/A_Title.json", { venue: "ICML", year: "2020", title: "A_Title" }],
    ["{venue}/{year}/{title}.json", "/data/in/ICML/2020/A.b.json", { venue: "ICML", year: "2020", title: "A.b" }],
    ["{venue}/{year}/{title}.json", "C:\\in\\ICML\\2020\\T.json", { venue: "ICML", year: "2020", title: "T" }],
    ["{venue}{year}.json", "in/ICML2020.json", { venue: "ICML", year: "2020" }],
    ["{venue}_{year}_{title}.json", "A_19_2019_x_2020_y.json", { venue: "A_19", year: "2019", title: "x_2020_y" }],
    ["{a}-{b}.json", "-x-.json", undefined],
    ["{a}-{b}.json", "-x-y.json", { a: "-x", b: "y" }],
    ["{venue}-{year}/{id}_*.json", "ACL-2019/id123_Some_Title.json", { venue: "ACL", year: "2019", id: "id123" }],
    ["{venue}_{year}/*/{title}.json", "A_B_2019/x/T (1)+.json", { venue: "A_B", year: "2019", title: "T (1)+" }],
    ["{venue}/{year}/{title}.json", "ICML/20/T.json", undefined],
    ["{venue}/{year}/{title}.json", "2020/T.json", undefined],
    ["{venue}/{year}/{title}.json", "ICML/2020/T.jsonl", undefined],
    ["{title}.json", "x/Änderung 😀.json", { title: "Änderung 😀" }],
  ])("%s on %s", (pattern, path, fields) => {
    expect(matchPathPattern(pattern, path)).toEqual(fields);
  });

  it.each([
    ["{venue}{title}.json", "between"],
    ["{a}/{a}", "twice"],
    ["x.json", "at least one"],
    ["{a b}.json", "Write placeholders"],
    ["*{a}.json", "between"],
    ["{a.json", "Write placeholders"],
  ])("refuses %s", (pattern, reason) => {
    expect(checkPathPattern(pattern)).toContain(reason);
    expect(matchPathPattern(pattern, "a/b/c.json")).toBeUndefined();
  });

  it("ends in time on hostile input", { timeout: 5_000 }, () => {
    const parts = `${["a", "b", "c", "d"].map((name) => `{${name}}-`).join("")}x`;
    expect(matchPathPattern(parts, "-".repeat(1000))).toBeUndefined();
    expect(matchPathPattern(`${"*y".repeat(400)}{a}`, "y".repeat(999))).toEqual({ a: "y".repeat(599) });
  });
});
