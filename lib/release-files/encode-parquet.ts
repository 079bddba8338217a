import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { checkedRows } from "./checked-rows";
import type { Cell, Column, IdType, Pages, Row, Table } from "./columns";
import { jsonText } from "./json-text";

type Schema = ConstructorParameters<typeof ParquetWriter>[0]["schema"];

/** Rows in one group at most, and characters of text: what a reader and a writer must hold at a time. */
export const ROW_GROUP = 20_000;
const GROUP_TEXT = 8_000_000;

/**
 * A table as Parquet with its columns' own types: ids INT64 where the release says so, real lists, no times and nothing
 * random in the file, so that the same rows give the same bytes. Row groups of at most 20,000 rows or eight million
 * characters, each sent as soon as it is full. O(cells); memory of a row group.
 *
 * @throws {ReleaseRowError} where a row does not fit the table or stands out of order.
 * @example for await (const bytes of encodeParquet(LABELS, "int64", pages)) await file.write(bytes);
 */
export async function* encodeParquet(table: Table, ids: IdType, pages: Pages): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: parquetSchema(table, ids), createdBy: "assay" });
  let group = emptyGroup(table, ids);
  const write = async () => {
    await writer.write({ rowGroupSize: ROW_GROUP, columnData: group.columns });
    group = emptyGroup(table, ids);
  };
  for await (const page of checkedRows(table, ids, pages)) {
    for (const row of page) {
      group.add(row);
      if (group.rows() < ROW_GROUP && group.characters() < GROUP_TEXT) continue;
      await write();
      yield take(bytes);
    }
  }
  if (group.rows() > 0) await write();
  await writer.finish();
  yield take(bytes);
}

/** The cells of rows that are gone, column by column, as Parquet holds them. */
function emptyGroup(table: Table, ids: IdType) {
  const columns = table.columns.map(({ name }) => ({ name, data: [] as unknown[] }));
  const fill = table.columns.map((column, place) => ({ column, data: columns[place]?.data ?? [] }));
  let [rows, characters] = [0, 0];

  return {
    columns,
    add(row: Row): void {
      for (const { column, data } of fill) {
        const cell = stored(column, ids, row[column.name] ?? null);
        if (typeof cell === "string") characters += cell.length;
        data.push(cell);
      }
      rows += 1;
    },
    rows: () => rows,
    characters: () => characters,
  };
}

/** The Parquet schema of a table: lists in the three-level form that every reader knows. O(columns). */
export function parquetSchema(table: Table, ids: IdType): Schema {
  return [
    { name: "root", num_children: table.columns.length },
    ...table.columns.flatMap((column) => elementsOf(column, ids)),
  ];
}

function elementsOf({ name, type, optional }: Column, ids: IdType): Schema {
  const repetition_type = optional ? "OPTIONAL" : "REQUIRED";
  const text = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
  const list = (element: Schema[number]): Schema => [
    { name, repetition_type, num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    element,
  ];
  switch (type) {
    case "string":
    case "json":
      return [{ name, ...text, repetition_type }];
    case "id":
      return ids === "int64" ? [{ name, type: "INT64", repetition_type }] : [{ name, ...text, repetition_type }];
    case "int32":
      return [{ name, type: "INT32", repetition_type }];
    case "float32":
      return [{ name, type: "FLOAT", repetition_type }];
    case "float64":
      return [{ name, type: "DOUBLE", repetition_type }];
    case "boolean":
      return [{ name, type: "BOOLEAN", repetition_type }];
    case "strings":
      return list({ name: "element", ...text, repetition_type: "REQUIRED" });
    case "ints":
      return list({ name: "element", type: "INT32", repetition_type: "REQUIRED" });
  }
}

function stored({ type }: Column, ids: IdType, cell: Cell): unknown {
  if (cell === null) return null;
  if (type === "id" && ids === "int64") return BigInt(String(cell));
  if (type === "json") return jsonText(cell);

  return Array.isArray(cell) ? [...cell] : cell;
}

/** The bytes so far; the writer's offsets go on, its buffer starts anew. */
function take(writer: ByteWriter): Uint8Array {
  const part = writer.getBytes().slice();
  writer.index = 0;

  return part;
}
