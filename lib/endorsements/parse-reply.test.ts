import { expect, test } from "vitest";
import { parseReply, type ReplyPaper } from "./parse-reply";
import { replyBlocks } from "./reply-text";

const references = [
  { n: 1, corpusId: "11", title: "A theory of browsing", year: 2003, authors: ["Bo Lind"], doi: "10.1000/brow" },
  {
    n: 2,
    corpusId: "12",
    title: "Counting clusters by the gap they leave",
    year: 2011,
    authors: ["Ida Marsh"],
    doi: null,
  },
  {
    n: 3,
    corpusId: "13",
    title: "Slow lists and quick decisions",
    year: 2019,
    authors: ["Marsh, I.", "Quill, S."],
    doi: null,
  },
  { n: 4, corpusId: "14", title: "Ranking under a moving pool", year: 2019, authors: ["Ivo Marsh"], doi: null },
  {
    n: 5,
    corpusId: null,
    title: "Dense encoders for short scientific texts",
    year: 2020,
    authors: ["Ann Ode"],
    doi: null,
  },
];
const paper: ReplyPaper = { focalId: "p", title: "The patience of long lists", references };
const other: ReplyPaper = {
  focalId: "q",
  title: "A review of invented reviews",
  references: [{ n: 1, corpusId: "21", title: "What readers return to", year: 2001, authors: ["O Fenn"], doi: null }],
};
const short = (text: string, papers = [paper]) =>
  parseReply(text, papers).map(({ focalId, n, by, doubts, title, year }) =>
    n === null ? [focalId, by, title, year, ...doubts] : [focalId, by, n, ...doubts],
  );

test("what is quoted, headers and the signature are not the writer's words", () => {
  const mail = [
    "From: Ida <i@x.invalid>",
    "Subject: Re: works",
    "",
    "Dear all,",
    "mainly this one:",
    "- A theory of browsing",
    "  (2003)",
    "",
    "Best",
    "-- ",
    "Ida, Slow lists and quick decisions",
  ].join("\n");
  expect(replyBlocks(mail)).toEqual([
    { line: 4, text: "Dear all, mainly this one:", bullet: false },
    { line: 6, text: "A theory of browsing (2003)", bullet: true },
    { line: 9, text: "Best", bullet: false },
  ]);
  expect(
    replyBlocks("Yes.\n\nOn Mon, 2 March 2026 at 10:00, The study\n<a@b.invalid> wrote:\n> A theory"),
  ).toHaveLength(1);
  expect(replyBlocks("Ja.\nAm 2. März 2026 schrieb Ida:\nA theory of browsing")).toHaveLength(1);
  expect(short("> A theory of browsing\nNone of these.")).toEqual([]);
});

test("titles, DOIs, numbers and authors with years are found in the list", () => {
  expect(short("It was a Theory of Browsing, and counting clusters by the gap they leave.")).toEqual([
    ["p", "title", 1],
    ["p", "title", 2],
  ]);
  expect(short("See https://doi.org/10.1000/BROW.")).toEqual([["p", "doi", 1]]);
  expect(short("We built on [2, 4-5] most.")).toEqual([
    ["p", "number", 2],
    ["p", "number", 4],
    ["p", "number", 5],
  ]);
  expect(short("Refs. 1 and 3, please. #5 too")).toEqual([
    ["p", "number", 1],
    ["p", "number", 3],
    ["p", "number", 5],
  ]);
  expect(short("Lind (2003) started it; so did Ode et al., 2020.")).toEqual([
    ["p", "author_year", 1],
    ["p", "author_year", 5],
  ]);
  expect(short("I read 3 papers in 2019 and [99].")).toEqual([]);
});

test("what is negated, hedged or may mean several works says so; the same work counts once", () => {
  expect(short("Not [2]. Certainly [3]. Perhaps A theory of browsing.")).toEqual([
    ["p", "number", 2, "negated"],
    ["p", "number", 3],
    ["p", "title", 1, "hedged"],
  ]);
  expect(short("Marsh 2019 shaped it.")).toEqual([
    ["p", "author_year", 3, "several"],
    ["p", "author_year", 4, "several"],
  ]);
  expect(short("Slow lists and quick decisions (Marsh and Quill 2019).")).toEqual([["p", "title", 3]]);
  expect(short("[1] was the start. I mean a theory of browsing, though it wasn't obvious.")).toEqual([
    ["p", "title", 1, "negated"],
  ]);
});

test("bullets and quoted titles outside the list stay as typed, or near what they resemble", () => {
  expect(short("- A theory of browsing behaviour (2003)\n- The art of waiting, 1999\n- thanks!")).toEqual([
    ["p", "title", 1],
    ["p", "typed", "The art of waiting", 1999],
  ]);
  expect(short("- Slow list and quick decision")).toEqual([["p", "near", 3]]);
  expect(short("There was also “Gardens of forking paths” and 10.5555/xyz.")).toEqual([
    ["p", "typed", "Gardens of forking paths", null],
  ]);
  expect(short("Only 10.5555/xyz.")).toEqual([["p", "typed", "10.5555/xyz", null]]);
});

test("with several papers a named one governs what follows; else the pair asks which it was", () => {
  expect(
    short("For A review of invented reviews:\n\n[1]\n\nFor The patience of long lists:\n\n[2]", [paper, other]),
  ).toEqual([
    ["q", "number", 1],
    ["p", "number", 2],
  ]);
  expect(short("- What readers return to\n- The art of waiting", [paper, other])).toEqual([
    ["q", "title", 1, "which_paper"],
    [null, "typed", "The art of waiting", null, "which_paper"],
  ]);
  expect(short("[2]", [paper, other])).toEqual([]);
});

test("any text is read in a time that follows its length", () => {
  const long = `${"Marsh, ".repeat(3000)}${"[1,".repeat(3000)}${'"'.repeat(3000)}${"a. ".repeat(3000)}`;
  const started = performance.now();
  parseReply(long, [paper]);
  expect(performance.now() - started).toBeLessThan(20_000);
});
