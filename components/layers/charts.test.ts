import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { OverlapChart } from "./overlap-chart";
import { ThresholdChart } from "./threshold-chart";

const point = (n: number, atLeast: number, share: number | null) => ({
  n,
  exactly: 0,
  atLeast,
  atMost: 0,
  shareAtLeast: share,
  shareAtMost: share,
  mustCite: 0,
});

it("a threshold's line steps down at each N, half-way between two", () => {
  const curves = [{ count: "mentions" as const, known: 4, points: [point(1, 4, 1), point(2, 2, 0.5)] }];
  const html = renderToStaticMarkup(
    createElement(ThresholdChart, { label: "share", curves, share: "shareAtLeast", n: 2 }),
  );
  // From 0.5 to 2.5 over 44 to 628 px: 1.5 lies at 336. A share of 1 lies at 24, of .5 at 118 px.
  expect(html).toContain('d="M44.0 24.0H336.0V118.0H628.0"');
  expect(html).toContain("50.0\u202f%");
  expect(html).toContain("4 references have a count of mentions");
});

it("nothing is drawn and nothing is NaN where no reference has a count", () => {
  const curves = [{ count: "windows" as const, known: 0, points: [point(1, 0, null), point(2, 0, null)] }];
  const html = renderToStaticMarkup(
    createElement(ThresholdChart, { label: "share", curves, share: "shareAtMost", n: 30 }),
  );
  expect(html).toContain('d=""');
  expect(html).not.toMatch(/NaN|undefined/);
  const none = renderToStaticMarkup(createElement(OverlapChart, { overlap: [{ region: "I", rows: 0 }] }));
  expect(none).not.toMatch(/NaN|undefined/);
});

it("the overlap says each region in dots and in numbers", () => {
  const html = renderToStaticMarkup(
    createElement(OverlapChart, {
      overlap: [
        { region: "I", rows: 1 },
        { region: "I+III", rows: 3 },
      ],
    }),
  );
  expect(html.match(/<circle[^>]*fill="var\(--accent\)"/g)).toHaveLength(3);
  expect(html).toContain("3 (75\u202f%)");
});
