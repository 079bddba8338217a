import { expect, it } from "vitest";
import type { Leaderboard } from "@/lib/runs/wire";
import { leaderboardCsv, leaderboardLatex } from "./copy-leaderboard";

const board: Leaderboard = {
  runs: ["bm25", "=dense_1"],
  layers: [
    {
      name: "majority",
      kind: "majority",
      queries: 4,
      with_target: 3,
      judgements: 9,
      values: [
        { value: 0.5, low: 0.25, high: 0.75, n: 4 },
        { undefined: "no_query", n: 0 },
      ],
    },
    {
      name: "judge:a, b & c",
      kind: "judge",
      queries: 1,
      with_target: 1,
      judgements: 1,
      values: [
        { value: 1, low: null, high: null, n: 1 },
        { value: 0.0625, low: null, high: null, n: 1 },
      ],
    },
  ],
  agreements: [],
  sentence: "",
  warnings: [],
  settings: { metric: "map", relevance_level: 1, least: 1, bootstrap: 10, draws: 10, seed: "1", level: 0.95 },
};

it("CSV: full precision, quoted, and nothing that a spreadsheet would run", () => {
  expect(leaderboardCsv(board)).toBe(
    [
      "layer,run,metric,value,low,high,n",
      "majority,bm25,map,0.5,0.25,0.75,4",
      "majority,'=dense_1,map,,,,0",
      '"judge:a, b & c",bm25,map,1,,,1',
      `"judge:a, b & c",'=dense_1,map,0.0625,,,1`,
      "",
    ].join("\n"),
  );
});

it("LaTeX: names escaped, no value where there is none", () => {
  const lines = leaderboardLatex(board).split("\n");
  expect(lines[0]).toBe("\\begin{tabular}{lrrr}");
  expect(lines[2]).toBe("Layer & Queries & bm25 & =dense\\_1 \\\\");
  expect(lines[4]).toBe("majority & 4 & .500 [.250, .750] & -- \\\\");
  expect(lines[5]).toBe("judge:a, b \\& c & 1 & 1.000 & .063 \\\\");
});
