import { expect, test } from "vitest";
import { identifier, join, sql } from "./sql";

test("values become parameters, numbered through nested fragments", () => {
  const where = sql`a = ${1} AND b = ${"x"}`;
  const statement = sql`SELECT * FROM ${identifier('odd"name')} WHERE ${where} AND c = ${true}`;
  expect(statement.text).toBe('SELECT * FROM "odd""name" WHERE a = $1 AND b = $2 AND c = $3');
  expect(statement.values).toEqual([1, "x", true]);
  expect(join([sql`${1}`, sql`${2}`, sql`three`]).text).toBe("$1, $2, three");
});

test("undefined is refused; literals are quoted", () => {
  expect(() => sql`SELECT ${undefined}`).toThrow("undefined");
  const statement = sql`SELECT ${"it's \\ '; drop table x;--"}, ${null}, ${3}, ${["a", "b"]}`;
  expect(statement.literalText).toBe("SELECT  E'it''s \\\\ ''; drop table x;--', NULL, 3, ARRAY['a', 'b']");
});
