import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";
import { Footnote, Section } from "@/components/ui/text";

type Props = {
  slug: string;
  /** What names the layer in the address: `[["layer", "vetted"]]`. */
  kept: readonly (readonly [name: string, value: string])[];
  options: { id: string; label: string }[];
  judges: { id: string; name: string }[];
};

const FORMATS = [
  ["jsonl", "JSON lines, with provenance"],
  ["csv", "CSV for spreadsheets"],
  ["qrels", "TREC qrels"],
  ["parquet", "Parquet: rhetoric_labels_paper_level"],
] as const;

export function LayerDownload({ slug, kept, options, judges }: Props) {
  return (
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
  );
}
