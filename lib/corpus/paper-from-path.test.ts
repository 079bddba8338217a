import { expect, test } from "vitest";
import { paperFromPath } from "./paper-from-path";

test("the path's words, else what is typed, else nothing", () => {
  const pattern = "{venue}/{year}/{id}_{title}.json";
  expect(paperFromPath(pattern, "x/ICML/2020/id1_A_Title.json")).toEqual({
    venue: "ICML",
    query_year: 2020,
    query_title: "A Title",
  });
  expect(paperFromPath("{title}.json", "x/b.json", { venue: "ACL", query_title: "typed" })).toEqual({
    venue: "ACL",
    query_title: "b",
  });
  expect(paperFromPath(pattern, "b.json", { query_year: 2019 })).toEqual({ query_year: 2019 });
  expect(paperFromPath(undefined, "b.json")).toEqual({});
});
