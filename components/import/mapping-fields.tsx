import { Field, FieldSet } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import type { MappingRow } from "./mapping";

const TITLES = { item: "The item", label: "Labels", beside: "Beside the labels" };

type MappingFieldsProps = {
  rows: MappingRow[];
  columns: readonly string[];
  /** The first value of a column, to recognise it by. */
  sample: (column: string) => string;
  chosen: Readonly<Record<string, string>>;
  onChoose: (id: string, column: string) => void;
};

/** Which column of the file holds what. Guessed by name; every guess can be changed. */
export function MappingFields({ rows, columns, sample, chosen, onChoose }: MappingFieldsProps) {
  const groups = (["item", "label", "beside"] as const)
    .map((group) => ({ group, rows: rows.filter((row) => row.group === group) }))
    .filter((entry) => entry.rows.length > 0);

  return (
    <div className="grid gap-7">
      {groups.map(({ group, rows: fields }) => (
        <FieldSet key={group} legend={groups.length > 1 ? TITLES[group] : "Columns"}>
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
            {fields.map((row) => {
              const column = chosen[row.id] ?? "";
              return (
                <Field
                  key={row.id}
                  id={`map-${row.id.replace(":", "-")}`}
                  label={row.label}
                  required={row.required}
                  hint={<span className="block truncate">{column === "" ? "not in this file" : sample(column)}</span>}
                >
                  {(control) => (
                    <Select {...control} value={column} onChange={(event) => onChoose(row.id, event.target.value)}>
                      <option value="">–</option>
                      {columns.map((name) => (
                        <option key={name} value={name}>
                          {name}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              );
            })}
          </div>
        </FieldSet>
      ))}
    </div>
  );
}
