import { formatCount, formatDecimal, formatInterval, formatOf, formatPercent } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, Light, Measured, Says, Section } from "@/components/ui/text";
import type { CrossKappa, CrossLayerReport, CrossTable, RecoveryMeasure } from "@/lib/endorsements/wire";

const NAMES = { a: "all context-linked edges", b: "edges shown to the author", c: "endorsed pairs only" };
const FEATURES = {
  rootShare: "share of its contexts judged ROOT",
  maxProbability: "highest ROOT probability",
  mentions: "number of mentions",
};

/** Endorsement against another layer; nothing is said that the universe does not carry. */
export function CrossLayerView({ report }: { report: CrossLayerReport }) {
  const [all, ...strata] = report.tables;
  if (!all || all.n === 0) {
    return <p className="text-ink-2">There is no edge in this universe that both layers say something of.</p>;
  }

  return (
    <>
      <Section title="In one sentence">
        <SayCross table={all} />
        <Footnote>
          {report.sentences.join(" ")} n = {formatCount(all.n)} edges ({NAMES[all.universe]}); marginals:{" "}
          {formatCount(all.marginals.endorsed)} endorsed, {formatCount(all.marginals.root)} ROOT.
          {sayInterval(all.kappa)}
        </Footnote>
      </Section>
      <Section title="Counts">
        <Contingency table={all} />
      </Section>
      {strata.length > 0 ? (
        <Section title="By tier">
          <Strata tables={strata} />
          <Footnote>{report.sentences.join(" ")}</Footnote>
        </Section>
      ) : null}
      {report.recovery.length > 0 ? (
        <Section title="Can endorsement be read off the passages?">
          <RecoveryTable recovery={report.recovery} />
          <Footnote>
            {report.sentences.join(" ")} AUC .5 says nothing; average precision of chance is the share endorsed.
            Balanced accuracy at the threshold named.
          </Footnote>
        </Section>
      ) : null}
      <WhyLow universe={all.universe} />
    </>
  );
}

function SayCross({ table }: { table: CrossTable }) {
  const { kappa, rootShare } = table;

  return (
    <Says>
      {kappa.kind === "estimate" ? (
        <>
          Between endorsement and ROOT,{" "}
          <Measured symbol="κ" value={formatDecimal(kappa.value)} interval={ends(kappa)} />;{" "}
        </>
      ) : null}
      {rootShare ? (
        <>
          of {formatCount(rootShare.of)} endorsed {rootShare.of === 1 ? "edge" : "edges"}{" "}
          <b>{formatPercent(rootShare.value)}</b> <Light>{formatInterval(rootShare.low, rootShare.high)}</Light> are
          judged ROOT.
        </>
      ) : (
        <>no edge is endorsed.</>
      )}
      {kappa.kind === "undefined" && table.universe !== "c" ? <> κ is not defined: {kappa.reason}</> : null}
    </Says>
  );
}

function sayInterval(kappa: CrossKappa): string {
  if (kappa.kind !== "estimate") return "";
  if (kappa.interval === null) return " No interval: it resamples focal papers, and there are too few.";

  return ` Interval: percentile bootstrap over ${formatCount(kappa.papers)} focal papers.`;
}

function ends(kappa: CrossKappa): string | null {
  return kappa.kind === "estimate" && kappa.interval ? formatInterval(kappa.interval.low, kappa.interval.high) : null;
}

function Contingency({ table }: { table: CrossTable }) {
  const { both, endorsedOnly, rootOnly, neither, universe } = table;
  const rows = [
    { name: "endorsed", cells: [both, endorsedOnly] },
    ...(universe === "c" ? [] : [{ name: "not chosen", cells: [rootOnly, neither] }]),
  ];

  return (
    <Table label="Endorsement by ROOT" className="max-w-xl">
      <thead>
        <tr>
          <Th>Author</Th>
          <Th numeric>ROOT</Th>
          <Th numeric>not ROOT</Th>
          <Th numeric>All</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <RowTh>{name}</RowTh>
            {[...cells, cells.reduce((sum, cell) => sum + cell, 0)].map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns stand still.
              <Td key={i} numeric>
                {formatCount(cell)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Strata({ tables }: { tables: CrossTable[] }) {
  return (
    <Table label="By tier">
      <thead>
        <tr>
          <Th>Tier</Th>
          <Th numeric>n</Th>
          <Th numeric>Endorsed</Th>
          <Th numeric>ROOT</Th>
          <Th numeric>κ [95 %]</Th>
          <Th numeric>Endorsed judged ROOT</Th>
        </tr>
      </thead>
      <tbody>
        {tables.map((table) => (
          <tr key={table.stratum}>
            <RowTh>{table.stratum}</RowTh>
            <Td numeric>{formatCount(table.n)}</Td>
            <Td numeric>{formatCount(table.marginals.endorsed)}</Td>
            <Td numeric>{formatCount(table.marginals.root)}</Td>
            <Td numeric>
              {table.kappa.kind === "estimate"
                ? `${formatDecimal(table.kappa.value)} ${ends(table.kappa) ?? ""}`
                : "not defined"}
            </Td>
            <Td numeric>{table.rootShare ? formatOf(table.both, table.rootShare.of) : "–"}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function RecoveryTable({ recovery }: { recovery: CrossLayerReport["recovery"] }) {
  const say = (measure: RecoveryMeasure, papers: number) => {
    if (measure.kind === "undefined") return `not defined: ${measure.reason}`;
    // Intervals resample papers: of one there is none, not one without width.
    const interval = papers < 2 ? "" : ` ${formatInterval(measure.low, measure.high)}`;

    return `${formatDecimal(measure.value)}${interval}`;
  };

  return (
    <Table label="Recovery of endorsement">
      <thead>
        <tr>
          <Th>From the</Th>
          <Th numeric>Edges, endorsed</Th>
          <Th numeric>AUC [95 %]</Th>
          <Th numeric>Average precision [95 %]</Th>
          <Th numeric>Balanced accuracy [95 %]</Th>
        </tr>
      </thead>
      <tbody>
        {recovery.map(({ feature, result }) => (
          <tr key={feature}>
            <RowTh>
              {FEATURES[feature]} (≥ {formatDecimal(result.threshold, feature === "mentions" ? 0 : 1)})
            </RowTh>
            <Td numeric>
              {formatCount(result.edges)}, {formatCount(result.endorsed)}
            </Td>
            <Td numeric>{say(result.auc, result.papers)}</Td>
            <Td numeric>{say(result.averagePrecision, result.papers)}</Td>
            <Td numeric>{say(result.balancedAccuracy, result.papers)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** What it means that nothing here is a negative. */
function WhyLow({ universe }: { universe: CrossTable["universe"] }) {
  return (
    <Section title="What this number is not">
      <div className="grid max-w-[68ch] gap-3 font-read">
        <p>
          An author who does not choose a work has not said that it shaped nothing. They may have read half of the list,
          named the first three that came to mind, or found a work too obvious to name. So this layer has endorsed pairs
          and unlabelled ones, and no negatives.
        </p>
        {universe === "c" ? (
          <p>
            Within endorsed pairs there is nothing to disagree about; the share judged ROOT is all that can be said.
          </p>
        ) : (
          <p>
            κ needs two answers of both. Here everything that was not chosen is taken as “no”, so that κ falls with
            every work that an author left out, whatever the other layer says of it. A low κ therefore does not show
            that the layers contradict each other. Even where the same authors marked both a citation’s purpose and its
            influence on every citation (the published 3C data, where all is labelled), purpose and influence agree with
            κ near .15: that they differ is a finding; how much they differ here is bounded by what was left unlabelled.
          </p>
        )}
      </div>
    </Section>
  );
}
