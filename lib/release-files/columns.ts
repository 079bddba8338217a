import { z } from "zod";

/**
 * What a column holds. `id` is int64 where the release declares its ids as whole numbers, else text. `strings` and
 * `ints` are real lists. `json` is a value in JSON lines, and its JSON text in CSV and Parquet.
 */
export const ColumnType = z.enum(["string", "id", "int32", "float32", "float64", "boolean", "strings", "ints", "json"]);
export type ColumnType = z.output<typeof ColumnType>;

export const Column = z.strictObject({
  name: z.string().regex(/^[a-z_][a-z0-9_]{0,59}$/),
  type: ColumnType,
  /** Whether a row may be without it: null in JSON lines, an empty cell in CSV. */
  optional: z.boolean(),
  description: z.string().min(1),
});
export type Column = z.output<typeof Column>;

export const Table = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,59}$/),
  description: z.string().min(1),
  /** The columns that tell rows apart; rows stand in their order, byte by byte (numbers as numbers). */
  key: z.array(z.string()).min(1),
  columns: z.array(Column).min(1),
});
export type Table = z.output<typeof Table>;

/** One cell as encoders take it. Ids are texts here, also where the release declares them as whole numbers. */
export type Cell = string | number | boolean | null | readonly string[] | readonly number[] | object;
export type Row = Readonly<Record<string, Cell>>;

/** Rows in pages, in the order of their table's key. */
export type Pages = AsyncIterable<readonly Row[]>;
/** Whether a release's ids are whole numbers of 64 bits. */
export type IdType = "int64" | "string";
