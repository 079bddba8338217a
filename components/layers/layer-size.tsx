import { formatCount, formatPercent } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Section } from "@/components/ui/text";
import type { LayerCounts } from "@/lib/layers/wire";
import { LayerDownload } from "./layer-download";

type Props = {
  slug: string;
  given: Record<string, string | string[] | undefined>;
  counts: LayerCounts;
  options: { id: string; label: string }[];
  judges: { id: string; name: string }[];
};

/** Size and balance first, then the download, so that nobody fetches an empty file to learn that it is empty. */
export function LayerSize({ slug, given, counts, options, judges }: Props) {
  const kept = ["question", "judge", "round"].flatMap((name) => {
    const value = given[name];

    return typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });

  return (
    <>
      <Section title="What this layer holds">
        <p className="reading mb-4">
          {formatCount(counts.labelled)} of {formatCount(counts.items)} items have a label; {formatCount(counts.ties)}{" "}
          are ties, {formatCount(counts.unlabelled)} have no label under this rule.
        </p>
        <Table label="Items by label">
          <thead>
            <tr>
              <Th>Label</Th>
              <Th numeric>Items</Th>
              <Th numeric>Share of labelled</Th>
            </tr>
          </thead>
          <tbody>
            {counts.byLabel.map((row) => (
              <tr key={row.label}>
                <RowTh>
                  <b className="font-semibold">{row.label}</b>{" "}
                  <span className="text-ink-2">{options.find((option) => option.id === row.label)?.label}</span>
                </RowTh>
                <Td numeric>{formatCount(row.items)}</Td>
                <Td numeric>{counts.labelled === 0 ? "–" : formatPercent(row.items / counts.labelled)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <LayerDownload slug={slug} kept={kept} options={options} judges={judges} />
    </>
  );
}
