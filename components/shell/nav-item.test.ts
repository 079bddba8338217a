import { describe, expect, it } from "vitest";
import { currentHref } from "./nav-item";
import { parseTheme } from "./theme";

const items = [
  { href: "/studies/roots", label: "Overview" },
  { href: "/studies/roots/items", label: "Items" },
  { href: "/studies/roots/item-sets", label: "Sets" },
];

describe("the current entry of a navigation", () => {
  it.each([
    ["/studies/roots", "/studies/roots"],
    ["/studies/roots/items", "/studies/roots/items"],
    ["/studies/roots/items/42", "/studies/roots/items"],
    ["/studies/roots/item-sets", "/studies/roots/item-sets"],
    ["/studies/roots/settings", "/studies/roots"],
    ["/studies/rootsy", undefined],
  ])("at %s is %s", (pathname, href) => {
    expect(currentHref(items, pathname)).toBe(href);
  });

  it("is what the page says, where it says so", () => {
    expect(currentHref([...items, { href: "/x", label: "X", current: true }], "/studies/roots")).toBe("/x");
  });
});

it("takes any foreign text in the theme cookie for the system's theme", () => {
  expect(parseTheme("dark")).toBe("dark");
  for (const value of [undefined, "", "DARK", '"><script>', "__proto__"]) expect(parseTheme(value)).toBe("system");
});
