import { Button } from "@/components/ui/button";
import { formatCount, formatPercent } from "@/components/ui/format-number";
import { Input, Select } from "@/components/ui/input";
import { PillLinks } from "@/components/ui/pill-links";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, Section } from "@/components/ui/text";
import type { MustCiteExplorer } from "@/lib/layers/wire";
import { OverlapChart } from "./overlap-chart";
import { ThresholdChart } from "./threshold-chart";

type Props = {
  explorer: MustCiteExplorer;
  /** Where the form leads, and what it carries along. */
  action: string;
  kept?: readonly (readonly [name: string, value: string])[];
};

/** What each threshold of must-cite admits. N and what is counted live in the address. */
export function ThresholdExplorer({ explorer, action, kept = [] }: Props) {
  const { n, count, references, none, open } = explorer;
  const curve = explorer.curves.find((entry) => entry.count === count);
  const at = curve?.points.find((point) => point.n === n);
  const union = explorer.overlap.reduce((sum, { rows }) => sum + rows, 0);
  const href = (to: number) =>
    `${action}?${new URLSearchParams([...kept, ["n", String(to)], ["count", count]] as [string, string][])}#thresholds`;
  const steps = [...new Set([n - 1, n, n + 1])].filter((to) => to >= 1);

  return (
    <Section title="Threshold explorer" id="thresholds">
      <form action={`${action}#thresholds`} className="mb-4 flex flex-wrap items-end gap-3">
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <label className="grid gap-1 text-sm text-ink-2">
          N
          <Input name="n" type="number" min={1} max={10000} defaultValue={n} key={n} className="max-w-28" />
        </label>
        <label className="grid gap-1 text-sm text-ink-2">
          Counted are
          <Select name="count" defaultValue={count} key={count}>
            <option value="mentions">mentions</option>
            <option value="windows">distinct passages</option>
          </Select>
        </label>
        <Button type="submit">Show</Button>
        <PillLinks
          label="Neighbouring thresholds"
          items={steps.map((to) => ({ href: href(to), label: `N = ${to}`, current: to === n }))}
        />
      </form>
      <p className="reading mb-6 max-w-[60ch]">
        With N = {n} {count === "windows" ? "distinct passages" : "mentions"},{" "}
        <b className="font-semibold">{formatCount(union)}</b> of {formatCount(references)} references are must-cite
        {references > 0 ? ` (${formatPercent(union / references, 1)})` : ""}, {formatCount(none)} are not, and{" "}
        {formatCount(open)} are open: no type says yes, and one is not known.
        {at?.shareAtLeast === null || at === undefined
          ? ""
          : ` The count alone admits ${formatCount(at.atLeast)} (${formatPercent(at.shareAtLeast, 1)}).`}
      </p>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-8">
        <div>
          <h3 className="mb-2 font-[550]">Share admitted at each N</h3>
          <ThresholdChart
            label="Share of references with N or more"
            curves={explorer.curves}
            share="shareAtLeast"
            n={n}
          />
        </div>
        <div>
          <h3 className="mb-2 font-[550]">Cumulative: share with at most N</h3>
          <ThresholdChart
            label="Share of references with at most N"
            curves={explorer.curves}
            share="shareAtMost"
            n={n}
          />
        </div>
        <div>
          <h3 className="mb-2 font-[550]">Overlap of the three types</h3>
          <OverlapChart overlap={explorer.overlap} />
        </div>
        <SizeTable explorer={explorer} />
      </div>
      <Footnote>
        {formatCount(explorer.mentionsGiven)} of {formatCount(references)} references give their number of mentions; the
        mentions of the others are their passages as they came, repeated ones too. Passages cut from a text are a lower
        bound of the mentions.
      </Footnote>
    </Section>
  );
}

function SizeTable({ explorer }: { explorer: MustCiteExplorer }) {
  const [mentions, windows] = (["mentions", "windows"] as const).map((count) =>
    explorer.curves.find((curve) => curve.count === count),
  );

  return (
    <div>
      <h3 className="mb-2 font-[550]">Must-cite references at each N</h3>
      <Table label="Must-cite references at each N" containerClassName="max-w-2xl">
        <thead>
          <tr>
            <Th numeric>N</Th>
            <Th numeric>Exactly N mentions</Th>
            <Th numeric>Must-cite by mentions</Th>
            <Th numeric>Exactly N passages</Th>
            <Th numeric>Must-cite by passages</Th>
          </tr>
        </thead>
        <tbody>
          {(mentions?.points ?? []).map((point, at) => (
            <tr key={point.n} className={point.n === explorer.n ? "bg-accent-soft" : undefined}>
              <RowTh className="text-end">
                {point.n}
                {point.n === explorer.n ? <span className="sr-only"> (chosen)</span> : null}
              </RowTh>
              <Td numeric>{formatCount(point.exactly)}</Td>
              <Td numeric>{formatCount(point.mustCite)}</Td>
              <Td numeric>{formatCount(windows?.points[at]?.exactly ?? 0)}</Td>
              <Td numeric>{formatCount(windows?.points[at]?.mustCite ?? 0)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
