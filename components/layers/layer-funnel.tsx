import Link from "next/link";
import { formatCount, formatPercent } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { LayerSteps } from "@/lib/layers/wire";
import { sayDecided, UNDECIDED_WORDS } from "./decided-words";

/** Where each number leads; none: it is only said. */
export type StepHrefs = (step: { step?: string; cut?: number; label?: string; decided?: string }) => string | undefined;

function Count({ value, href, says }: { value: number; href?: string; says: string }) {
  if (!href || value === 0) return formatCount(value);

  return (
    <Link prefetch={false} href={href} className={linkVariants({ alone: true })}>
      {formatCount(value)}
      <span className="sr-only"> {says}</span>
    </Link>
  );
}

/** The size of a layer at each step, from all items to the rows that are kept. */
export function LayerFunnel({ steps, hrefs = () => undefined }: { steps: LayerSteps; hrefs?: StepHrefs }) {
  const rows = steps.rows === "edge" ? "edges" : "items";
  const lines: { name: string; value: number; href?: string; of: number | null }[] = [
    { name: "items of the study", value: steps.items, href: hrefs({ step: "items" }), of: null },
    { name: "pass the filters", value: steps.matching, href: hrefs({ step: "matching" }), of: steps.items },
    {
      name: "of these were drawn in a sample",
      value: steps.sampled,
      href: hrefs({ step: "sampled" }),
      of: steps.matching,
    },
    { name: `${rows} have labels`, value: steps.labelled, href: hrefs({ step: "labelled" }), of: null },
    {
      name: `${rows} have a label of the layer`,
      value: steps.decided,
      href: hrefs({ step: "decided" }),
      of: steps.labelled,
    },
    ...steps.cuts.map((cut, i) => ({
      name: `also lie in ${cut.name}`,
      value: cut.rows,
      href: hrefs({ cut: i }),
      of: steps.decided,
    })),
    { name: `${rows} are kept with a label`, value: steps.kept, href: hrefs({ step: "kept" }), of: null },
  ];

  return (
    <Table label="Size at each step">
      <thead>
        <tr>
          <Th numeric>Number</Th>
          <Th>Step</Th>
          <Th numeric className="min-w-16 whitespace-normal">
            Of the step before
          </Th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.name}>
            <Td numeric className="w-16">
              <Count value={line.value} href={line.href} says={line.name} />
            </Td>
            <RowTh>{line.name}</RowTh>
            <Td numeric>{line.of ? formatPercent(line.value / line.of) : ""}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

type BalanceProps = {
  steps: LayerSteps;
  options: { id: string; label: string }[];
  hrefs?: StepHrefs;
  mustCite?: boolean;
};

export function ClassBalance({ steps, options, hrefs = () => undefined, mustCite = false }: BalanceProps) {
  const undecided = steps.byDecided.flatMap(({ decided, rows }) => {
    return UNDECIDED_WORDS[decided] ? [{ decided, rows, words: sayDecided(decided, mustCite) }] : [];
  });

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
      <Table label="Rows by label">
        <thead>
          <tr>
            <Th>Label</Th>
            <Th numeric>Rows</Th>
            <Th numeric>Share</Th>
            <Th className="hidden w-2/5 sm:table-cell">
              <span className="sr-only">Drawn</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {steps.byLabel.map(({ label, rows, share }) => (
            <tr key={label}>
              <RowTh>
                <b className="font-semibold">{label}</b>{" "}
                <span className="text-ink-2">{options.find((option) => option.id === label)?.label}</span>
              </RowTh>
              <Td numeric>
                <Count value={rows} href={hrefs({ step: "kept", label })} says={`rows with ${label}`} />
              </Td>
              <Td numeric>{share === null ? "–" : formatPercent(share, 1)}</Td>
              <Td className="hidden sm:table-cell">
                <div className="h-2 bg-accent" style={{ width: `${(share ?? 0) * 100}%` }} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {undecided.length > 0 ? (
        <Table label="Rows without a label">
          <thead>
            <tr>
              <Th>Without a label</Th>
              <Th numeric>Rows</Th>
            </tr>
          </thead>
          <tbody>
            {undecided.map(({ decided, rows, words }) => (
              <tr key={decided}>
                <RowTh>{words}</RowTh>
                <Td numeric>
                  <Count value={rows} href={hrefs({ step: "whole", decided })} says={words} />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
    </div>
  );
}
