import { Button } from "@/components/ui/button";
import { formatCount, formatPercent } from "@/components/ui/format-number";
import { Select } from "@/components/ui/input";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, Section } from "@/components/ui/text";
import type { LayerCounts } from "@/lib/layers/wire";

type Props = {
  slug: string;
  given: Record<string, string | string[] | undefined>;
  counts: LayerCounts;
  options: { id: string; label: string }[];
  judges: { id: string; name: string }[];
};

const FORMATS = [
  ["jsonl", "JSON lines, with provenance"],
  ["csv", "CSV for spreadsheets"],
  ["qrels", "TREC qrels"],
  ["parquet", "Parquet: rhetoric_labels_paper_level"],
] as const;

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
      <Section title="Download">
        <form action={`/api/v1/studies/${slug}/layers/export`} className="flex flex-wrap items-end gap-3">
          {kept.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <label className="grid gap-1 text-sm text-ink-2">
            Format
            <Select name="format" defaultValue="jsonl">
              {FORMATS.map(([id, label]) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </label>
          <label className="grid gap-1 text-sm text-ink-2">
            Positive label (qrels, Parquet)
            <Select name="positive" defaultValue={options[0]?.id}>
              {options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.id}
                </option>
              ))}
            </Select>
          </label>
          <label className="grid gap-1 text-sm text-ink-2">
            Edge rule (Parquet)
            <Select name="leastPositive" defaultValue="1">
              <option value="1">one positive item or more</option>
              <option value="2">two positive items or more</option>
            </Select>
          </label>
          <label className="grid gap-1 text-sm text-ink-2">
            max_root_prob from (Parquet)
            <Select name="probability" defaultValue="">
              <option value="">nobody: left empty</option>
              {judges.map((judge) => (
                <option key={judge.id} value={judge.id}>
                  {judge.name}
                </option>
              ))}
            </Select>
          </label>
          <Button type="submit" variant="primary">
            Download
          </Button>
        </form>
        <Footnote>
          Identifiers and labels only, no texts. Raters stand under their pseudonyms. Every file is one consistent
          snapshot.
        </Footnote>
      </Section>
    </>
  );
}
