import { IntervalPlot } from "@/components/charts/interval-plot";
import { SaveSvgButton } from "@/components/charts/save-svg-button";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount, formatDecimal, formatInterval, formatPercent } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, Light, Says, Section } from "@/components/ui/text";
import type { Leaderboard, LeaderboardValue } from "@/lib/runs/wire";
import { leaderboardCsv, leaderboardLatex } from "./copy-leaderboard";
import { TauMatrix } from "./tau-matrix";
import { shortLayer } from "./words";

/** The sentence first, then what it rests on. */
export function LeaderboardView({ board }: { board: Leaderboard }) {
  const { settings } = board;

  return (
    <>
      <div className="mb-11">
        <Says>{board.sentence}</Says>
        <Footnote>
          {settings.metric}, relevant from grade {settings.relevance_level}; a query that a run leaves out counts as 0.
          Intervals of values: {formatPercent(settings.level)}, bootstrap over queries,{" "}
          {formatCount(settings.bootstrap)} resamples; of shares: Wilson over {formatCount(settings.draws)} draws. Seed{" "}
          {settings.seed}.
        </Footnote>
        {board.warnings.length === 0 ? null : (
          <ul className="mt-3 grid max-w-[90ch] gap-1 text-sm text-ink-2">
            {board.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
      <Section
        title="Runs under each layer"
        actions={
          <>
            <CopyButton text={leaderboardLatex(board)}>LaTeX</CopyButton>
            <CopyButton text={leaderboardCsv(board)}>CSV</CopyButton>
          </>
        }
      >
        <Table label="Runs under each layer">
          <thead>
            <tr>
              <Th>Layer</Th>
              <Th numeric>Queries</Th>
              <Th numeric>with a target</Th>
              {board.runs.map((run) => (
                <Th key={run} numeric>
                  <bdi>{run}</bdi>
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {board.layers.map((layer) => (
              <tr key={layer.name}>
                <RowTh className="whitespace-nowrap">{shortLayer(layer.name)}</RowTh>
                <Td numeric>{formatCount(layer.queries)}</Td>
                <Td numeric>{formatCount(layer.with_target)}</Td>
                {board.runs.map((run, at) => (
                  <Td key={run} numeric>
                    <Value value={layer.values[at]} best={isBest(layer.values, at)} />
                  </Td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
        <Footnote>Bold: the highest value under that layer, ties alike.</Footnote>
      </Section>
      {board.agreements.length > 0 && board.runs.length > 1 ? (
        <Section
          title="Do the layers rank the runs alike?"
          actions={<SaveSvgButton chartId="tau-matrix" fileName="kendall-tau" />}
        >
          <TauMatrix id="tau-matrix" layers={board.layers.map(({ name }) => name)} agreements={board.agreements} />
        </Section>
      ) : null}
      <FlipsView board={board} />
    </>
  );
}

function percents({ low, high }: { low: number; high: number }): string {
  return `[${formatDecimal(low * 100, 1)}, ${formatDecimal(high * 100, 1)}]`;
}

function isBest(values: readonly LeaderboardValue[], at: number): boolean {
  const numbers = values.map((value) => ("value" in value ? value.value : Number.NEGATIVE_INFINITY));
  const own = numbers[at] ?? Number.NEGATIVE_INFINITY;

  return numbers.length > 1 && Number.isFinite(own) && own >= Math.max(...numbers) - 1e-12;
}

function Value({ value, best }: { value: LeaderboardValue | undefined; best: boolean }) {
  if (!value || !("value" in value)) return "not defined";
  const figure = formatDecimal(value.value);

  return (
    <>
      {best ? <b className="font-semibold">{figure}</b> : figure}
      {value.low === null || value.high === null ? null : <Light> {formatInterval(value.low, value.high)}</Light>}
    </>
  );
}

function FlipsView({ board: { flips, runs } }: { board: Leaderboard }) {
  if (!flips || runs.length < 2) return null;
  const { other_top, tau } = flips;

  return (
    <Section
      title="How often does the order of two runs turn?"
      actions={flips.pairs.length > 0 ? <SaveSvgButton chartId="turned-pairs" fileName="turned-pairs" /> : null}
    >
      <p className="reading mb-4">
        {formatCount(flips.disputed)} of {formatCount(flips.labelled)} labelled pairs in {formatCount(flips.queries)}{" "}
        queries are disputed among {formatCount(flips.raters)} raters. Over {formatCount(flips.draws)} draws another run
        leads than under {shortLayer(flips.reference)} in {formatPercent(other_top.value, 1)}{" "}
        <Light>{percents(other_top)}</Light>
        {"mean" in tau ? (
          <>
            , and τ with it is {formatDecimal(tau.mean)} on average <Light>{formatInterval(tau.low, tau.high)}</Light>
            {tau.undefined > 0 ? ` where it is defined (not in ${formatCount(tau.undefined)} draws)` : null}
          </>
        ) : null}
        .
      </p>
      {flips.pairs.length === 0 ? (
        <p className="text-ink-2">No two runs differ under {shortLayer(flips.reference)}.</p>
      ) : (
        <>
          <Table label="Pairs of runs" containerClassName="mb-6">
            <thead>
              <tr>
                <Th>Better</Th>
                <Th>Worse</Th>
                <Th numeric>Difference</Th>
                <Th numeric>Turned</Th>
                <Th numeric>Tied</Th>
              </tr>
            </thead>
            <tbody>
              {flips.pairs.map(({ a, b, difference, flipped, tied }) => (
                <tr key={`${a} ${b}`}>
                  <RowTh className="min-w-[16ch] break-words">
                    <bdi>{difference > 0 ? a : b}</bdi>
                  </RowTh>
                  <Td className="min-w-[16ch] break-words">
                    <bdi>{difference > 0 ? b : a}</bdi>
                  </Td>
                  <Td numeric>{formatDecimal(Math.abs(difference))}</Td>
                  <Td numeric>
                    {formatPercent(flipped.value, 1)} <Light>{percents(flipped)}</Light>
                  </Td>
                  <Td numeric>{formatPercent(tied, 1)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <IntervalPlot
            id="turned-pairs"
            label="Share of draws in which the order of two runs turns"
            noun="draws"
            rows={flips.pairs.map(({ a, b, flipped }) => ({
              label: `${a} – ${b}`,
              n: flips.draws,
              estimate: { kind: "value", ...flipped },
            }))}
            references={[{ value: 0.5, label: "a coin" }]}
          />
        </>
      )}
      <Footnote>
        {flips.rule === "panel"
          ? "For each disputed label, as many labels as it has are drawn from its own with replacement, and the plurality decides; a tie leaves it unjudged in that draw."
          : "For each disputed label, the label of one of its raters is drawn."}{" "}
        Everything that nobody disputes stays as it is.
      </Footnote>
    </Section>
  );
}
