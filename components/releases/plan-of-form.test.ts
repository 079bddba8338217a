import { expect, test } from "vitest";
import { ReleasePlan } from "@/lib/releases/wire";
import { isPlanned, planOfForm } from "./plan-of-form";

function formOf(entries: [string, string][]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);

  return form;
}

test("a filled form is a plan that the server takes", () => {
  const plan = planOfForm(
    formOf([
      ["title", " Roots "],
      ["layers", "majority"],
      ["layers", "judge:a, b"],
      ["formats", "csv"],
      ["profile", "team"],
      ["licence", "CC-BY-4.0"],
      ["authors", "A. Bee\n\n  C. Dee  "],
      ["tiers", "wide\nnarrow"],
      ["pool", ""],
      ["about.limits", "not a field"],
      ["about.uses", "Scoring"],
    ]),
  );
  expect(isPlanned(plan)).toBe(true);
  expect(ReleasePlan.parse(plan)).toMatchObject({
    title: "Roots",
    layers: ["majority", "judge:a, b"],
    formats: ["jsonl", "csv"],
    profile: "team",
    authors: ["A. Bee", "C. Dee"],
    tiers: ["wide", "narrow"],
    about: { uses: "Scoring", biases: "" },
  });
  expect(plan).not.toHaveProperty("pool");
});

test("without layers, authors, licence or title there is nothing to look at yet", () => {
  expect(isPlanned(planOfForm(formOf([["title", "Roots"]])))).toBe(false);
});
