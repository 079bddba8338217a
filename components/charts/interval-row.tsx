import { scaleLinear } from "d3-scale";
import { clampTo, type Domain, type Estimate, sayEstimate, sayTick, ticksOf } from "./interval";

const unit: Domain = [0, 1];

type IntervalRowProps = {
  estimate: Estimate;
  /** [0, 1] or [-1, 1]. */
  domain?: Domain;
  /** Whose number: "Krippendorff’s α". */
  label: string;
};

/** A dot and its interval on a line, as wide as the cell it stands in. The numbers stand in the row's other cells. */
export function IntervalRow({ estimate, domain = unit, label }: IntervalRowProps) {
  const x = scaleLinear(domain, [0, 100]);
  const at = (value: number) => `${x(clampTo(domain, value)).toFixed(2)}%`;

  return (
    <div data-slot="interval-row" className="min-w-32 px-1.5">
      <svg
        data-slot="chart"
        role="img"
        aria-label={`${label}: ${sayEstimate(estimate)}`}
        width="100%"
        height="16"
        className="block overflow-visible"
      >
        <line x1="0" x2="100%" y1="8" y2="8" stroke="var(--rule)" />
        {domain[0] < 0 ? <line x1={at(0)} x2={at(0)} y1="4" y2="12" stroke="var(--ink-3)" /> : null}
        {estimate.kind === "value" && estimate.low !== undefined && estimate.high !== undefined ? (
          <line
            x1={at(estimate.low)}
            x2={at(estimate.high)}
            y1="8"
            y2="8"
            stroke="color-mix(in oklab, var(--accent) 55%, var(--paper))"
            strokeWidth="3"
            strokeLinecap="round"
          />
        ) : null}
        {estimate.kind === "value" ? <circle cx={at(estimate.value)} cy="8" r="4.2" fill="var(--accent)" /> : null}
      </svg>
    </div>
  );
}

/** The axis over a column of interval rows; for the column's header cell. */
export function IntervalAxis({ domain = unit }: { domain?: Domain }) {
  const x = scaleLinear(domain, [0, 100]);

  return (
    <div data-slot="interval-axis" aria-hidden="true" className="relative mx-1.5 h-4.5 min-w-29">
      {ticksOf(domain).map((tick) => (
        <span key={tick} className="absolute -translate-x-1/2" style={{ left: `${x(tick)}%` }}>
          {sayTick(tick)}
        </span>
      ))}
    </div>
  );
}
