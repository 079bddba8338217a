import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DataTable } from "./data-table";
import type { DataColumn } from "./data-table-model";

type Row = { id: string; n: number | null };

const columns: DataColumn<Row>[] = [
  { id: "id", header: "Item", value: (row) => row.id },
  { id: "n", header: "Labels", value: (row) => row.n, numeric: true },
];

function draw(props: Partial<Parameters<typeof DataTable<Row>>[0]>): string {
  return renderToStaticMarkup(
    createElement(DataTable<Row>, {
      columns,
      rows: [],
      rowId: (row: Row) => row.id,
      label: "Items",
      noun: "items",
      ...props,
    }),
  );
}

const three: Row[] = [
  { id: "a", n: 2 },
  { id: "b", n: null },
  { id: "c", n: 10 },
];

function order(html: string): string[] {
  return [...html.matchAll(/<td[^>]*>([abc])<\/td>/g)].map((match) => match[1] ?? "");
}

describe("data table", () => {
  it("sorts numbers as numbers, nothing last either way, and says the order", () => {
    const down = draw({ rows: three, initialSort: { id: "n", desc: true } });
    expect(order(down)).toEqual(["c", "a", "b"]);
    expect(down).toContain('aria-sort="descending"');
    expect(order(draw({ rows: three, initialSort: { id: "n", desc: false } }))).toEqual(["a", "c", "b"]);
  });

  it("leaves the order of the server's page alone and links to others", () => {
    const html = draw({
      rows: three,
      server: {
        page: 2,
        pageSize: 3,
        total: 10,
        hrefFor: (page) => `?page=${page}`,
        sort: { id: "n", desc: true, hrefFor: (id, desc) => `?sort=${id}&desc=${desc}` },
      },
    });
    expect(order(html)).toEqual(["a", "b", "c"]);
    expect(html).toContain('href="?sort=n&amp;desc=false"');
    expect(html).toContain('href="?sort=id&amp;desc=false"');
    expect(html).toContain("4–6 of 10 items");
    expect(html).toContain('href="?page=4"');
    expect(html).toContain('aria-rowcount="11"');
    expect(html).toContain('aria-rowindex="5"');
  });

  it("draws a window of many rows, all of few", () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ id: `row-${at}`, n: at }));
    const drawn = draw({ rows: many }).match(/data-index=/g)?.length ?? 0;
    expect(drawn).toBeGreaterThan(10);
    expect(drawn).toBeLessThan(100);
    expect(draw({ rows: many.slice(0, 150) }).match(/data-index=/g)).toHaveLength(150);
  });

  it("says that there is nothing", () => {
    expect(draw({})).toContain("No items yet.");
  });
});
