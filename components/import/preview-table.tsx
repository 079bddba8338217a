import { RowTh, Table, Td, Th } from "@/components/ui/table";
import type { Checked } from "./preview-file";

const SHOWN = 8;

/** The first records as the import would take them; where some have faults, those. */
export function PreviewTable({ checked }: { checked: Checked }) {
  const faulty = checked.rows.filter((row) => row.faults.length > 0);
  const rows = (faulty.length > 0 ? faulty : checked.rows).slice(0, SHOWN);

  return (
    <Table label="First records">
      <thead>
        <tr>
          <Th numeric>Line</Th>
          <Th>Key</Th>
          {checked.head.map((name) => (
            <Th key={name}>{name}</Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line} className="align-top">
            <Td numeric className="text-ink-2">
              {row.line}
            </Td>
            <RowTh className="max-w-[22ch] break-words">
              <bdi>{row.key || "–"}</bdi>
            </RowTh>
            {row.faults.length > 0 ? (
              <Td colSpan={Math.max(1, checked.head.length)} className="text-bad">
                <span aria-hidden="true">! </span>
                {row.faults.join(" ")}
              </Td>
            ) : (
              row.cells.map((cell, i) => (
                <Td key={checked.head[i] ?? i} className="max-w-[44ch] min-w-[12ch] break-words text-ink-2">
                  <bdi>{cell}</bdi>
                </Td>
              ))
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
