import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";

export type Preview = {
  frameSize: number;
  drawn: number;
  slots: number;
  strata: { stratum: string; frame: number; available: number; drawn: number }[];
  merges: { from: string; size: number; into: string }[];
};

/** What the draw would give, cell by cell, before anything is drawn. */
export function SamplePreviewTable({ preview }: { preview: Preview }) {
  return (
    <section aria-label="Preview of the draw" className="grid gap-3">
      <p role="status">
        {formatCount(preview.drawn)} of {formatCount(preview.frameSize)} items would be drawn,{" "}
        {formatCount(preview.slots)} places for raters.
      </p>
      {preview.strata.length > 1 ? (
        <Table label="Items by stratum">
          <thead>
            <tr>
              <Th>Stratum</Th>
              <Th numeric>In the frame</Th>
              <Th numeric>Drawn</Th>
            </tr>
          </thead>
          <tbody>
            {preview.strata.map((row) => (
              <tr key={row.stratum}>
                <RowTh>{row.stratum}</RowTh>
                <Td numeric>{formatCount(row.frame)}</Td>
                <Td numeric>{formatCount(row.drawn)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      {preview.merges.length > 0 ? (
        <p className="text-sm text-ink-2">
          Merged, smallest first:{" "}
          {preview.merges.map((merge) => `${merge.from} (${merge.size}) into ${merge.into}`).join("; ")}.
        </p>
      ) : null}
    </section>
  );
}
