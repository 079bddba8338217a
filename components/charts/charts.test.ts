import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ConfusionMatrix } from "./confusion-matrix";
import { DistributionBars } from "./distribution-bars";
import { IntervalPlot } from "./interval-plot";
import { IntervalRow } from "./interval-row";
import { PairHeatmap } from "./pair-heatmap";
import { StepLine } from "./step-line";

const value = (at: number, low: number, high: number) => ({ kind: "value", value: at, low, high }) as const;
const none = { kind: "undefined", reason: "one rater only" } as const;

describe("interval row", () => {
  it("puts dot and interval at their share of the line, and says the numbers", () => {
    const html = renderToStaticMarkup(createElement(IntervalRow, { label: "α", estimate: value(0.461, 0.412, 0.508) }));
    expect(html).toContain('cx="46.10%"');
    expect(html).toContain('x1="41.20%" x2="50.80%"');
    expect(html).toContain('aria-label="α: .461 [.41, .51]"');
  });

  it("holds zero in the middle of an axis from −1 to 1 and keeps what lies beyond at the edge", () => {
    const row = { label: "κ", domain: [-1, 1] as const, estimate: value(0, -1.2, 0.5) };
    const html = renderToStaticMarkup(createElement(IntervalRow, row));
    expect(html).toContain('cx="50.00%"');
    expect(html).toContain('x1="0.00%" x2="75.00%"');
  });

  it("draws no dot for what is not defined, and says why", () => {
    const html = renderToStaticMarkup(createElement(IntervalRow, { label: "α", estimate: none }));
    expect(html).not.toContain("<circle");
    expect(html).toContain("not defined: one rater only");
  });
});

describe("confusion matrix", () => {
  const matrix = {
    label: "Judge against humans",
    rowName: "humans say",
    columnName: "judge says",
    labels: ["no", "baseline"],
    counts: [
      [318, 47],
      [51, 94],
    ],
  };

  it("prints counts, shares of the row and row totals, in the drawing and in the table", () => {
    const html = renderToStaticMarkup(createElement(ConfusionMatrix, matrix));
    for (const text of ["n 365", "n 145", "318 (87\u202f%)", "47 (13\u202f%)", "51 (35\u202f%)", "94 (65\u202f%)"]) {
      expect(html).toContain(text);
    }
    expect(html).toContain('role="img"');
  });

  it("opens the items of a cell, and is then no longer one image", () => {
    const html = renderToStaticMarkup(createElement(ConfusionMatrix, { ...matrix, href: (r, c) => `?cell=${r}-${c}` }));
    expect(html).toContain('href="?cell=0-1"');
    expect(html).toContain('role="group"');
  });

  it("survives an empty row", () => {
    const html = renderToStaticMarkup(createElement(ConfusionMatrix, { ...matrix, counts: [[3, 1]] }));
    expect(html).not.toContain("NaN");
  });
});

describe("pair heat map", () => {
  it("hatches pairs with few shared items and dashes what is not defined", () => {
    const html = renderToStaticMarkup(
      createElement(PairHeatmap, {
        label: "κ of pairs",
        raters: ["r-1", "r-2", "r-3"],
        cells: [
          { a: "r-1", b: "r-2", estimate: value(0.52, 0.4, 0.6), n: 80 },
          { a: "r-3", b: "r-1", estimate: value(-0.1, -0.3, 0.1), n: 9 },
          { a: "r-2", b: "r-3", estimate: none, n: 0 },
        ],
      }),
    );
    expect(html.match(/fill="url\(#/g)).toHaveLength(1);
    expect(html).toContain(">−.10<");
    expect(html).toContain(">–<");
    expect(html).toContain("r-2 × r-3");
  });
});

describe("interval plot, distribution, steps", () => {
  it("never prints NaN", () => {
    const html = [
      createElement(IntervalPlot, { label: "α per class", rows: [{ label: "TF", estimate: none, n: 0 }] }),
      createElement(IntervalPlot, { label: "nothing", rows: [] }),
      createElement(DistributionBars, { label: "shares", categories: ["a"], rows: [{ label: "r-1", counts: [0] }] }),
      createElement(DistributionBars, { label: "nothing", categories: [], rows: [] }),
      createElement(StepLine, { label: "over time", xName: "Day", points: [] }),
      createElement(StepLine, { label: "one", xName: "Day", points: [{ x: 5, label: "5 May", estimate: none }] }),
    ]
      .map((element) => renderToStaticMarkup(element))
      .join("");
    expect(html).not.toMatch(/NaN|undefined"|Infinity/);
  });

  it("breaks the step line where a value is not defined", () => {
    const points = [
      { x: 0, label: "a", estimate: value(0.2, 0.1, 0.3) },
      { x: 1, label: "b", estimate: none },
      { x: 2, label: "c", estimate: value(0.4, 0.3, 0.5) },
      { x: 3, label: "d", estimate: value(0.5, 0.3, 0.6) },
    ];
    const html = renderToStaticMarkup(createElement(StepLine, { label: "over time", xName: "Day", points }));
    const path = html.match(/<path d="([^"]+)"/)?.[1] ?? "";
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path.match(/L/g)).toHaveLength(1);
  });
});
