import { scaleLinear } from "d3-scale";
import type { ReactNode } from "react";
import { formatCount } from "@/components/ui/format-number";
import { ChartFrame } from "./chart-frame";
import { clampTo, type Domain, type Estimate, sayEstimate, sayTick, ticksOf } from "./interval";

export type StepPoint = {
  /** A number on the axis: milliseconds, a count of items. */
  x: number;
  /** How x is said: "12 May". */
  label: string;
  estimate: Estimate;
  n?: number;
};

type StepLineProps = {
  label: string;
  /** In the order of x. A step holds until the next; where it is not defined the line breaks. */
  points: StepPoint[];
  domain?: Domain;
  /** Upright lines with a word: codebook versions. */
  marks?: { x: number; label: string }[];
  xName: string;
  id?: string;
  note?: ReactNode;
};

const size = { width: 640, height: 220, left: 34, right: 12, top: 22, bottom: 26 };

type Step = { x1: number; x2: number; value: number; low?: number; high?: number };

function stepsOf(points: StepPoint[], end: number): Step[] {
  return points.flatMap((point, index) => {
    if (point.estimate.kind === "undefined") return [];
    const { value, low, high } = point.estimate;
    return [{ x1: point.x, x2: points[index + 1]?.x ?? end, value, low, high }];
  });
}

/** A value over time or over n, as steps with their interval. */
export function StepLine({ label, points, domain = [0, 1], marks = [], xName, id, note }: StepLineProps) {
  const first = points[0]?.x ?? 0;
  const last = points.at(-1)?.x ?? 1;
  const end = last + (last - first || 1) / Math.max(1, points.length);
  const x = scaleLinear([first, end], [size.left, size.width - size.right]);
  const y = scaleLinear(domain, [size.height - size.bottom, size.top]);
  const steps = stepsOf(points, end);
  const at = (value: number) => y(clampTo(domain, value)).toFixed(1);

  return (
    <ChartFrame
      id={id}
      label={label}
      width={size.width}
      height={size.height}
      note={note}
      data={{
        columns: [{ label: xName }, { label: "Value", numeric: true }, { label: "n", numeric: true }],
        rows: points.map((point) => [
          point.label,
          sayEstimate(point.estimate),
          point.n === undefined ? "" : formatCount(point.n),
        ]),
      }}
    >
      {ticksOf(domain).map((tick) => (
        <g key={tick}>
          <line x1={size.left} x2={size.width - size.right} y1={y(tick)} y2={y(tick)} stroke="var(--rule)" />
          <text x={size.left - 8} y={y(tick) + 4} textAnchor="end">
            {sayTick(tick)}
          </text>
        </g>
      ))}
      {steps.map((step) =>
        step.low === undefined || step.high === undefined ? null : (
          <rect
            key={step.x1}
            x={x(step.x1)}
            y={at(step.high)}
            width={Math.max(0, x(step.x2) - x(step.x1))}
            height={Math.max(0, Number(at(step.low)) - Number(at(step.high)))}
            fill="color-mix(in oklab, var(--accent) 18%, var(--paper))"
          />
        ),
      )}
      <path d={linePath(steps, x, at)} fill="none" stroke="var(--accent)" strokeWidth="2" strokeLinejoin="round" />
      {marks.map((mark) => (
        <g key={`${mark.x} ${mark.label}`}>
          <line
            x1={x(mark.x)}
            x2={x(mark.x)}
            y1={size.top}
            y2={size.height - size.bottom}
            stroke="var(--ink-3)"
            strokeDasharray="2 4"
          />
          <text x={x(mark.x) + 4} y={14}>
            {mark.label}
          </text>
        </g>
      ))}
      <text x={size.left} y={size.height - 8}>
        {points[0]?.label}
      </text>
      <text x={size.width - size.right} y={size.height - 8} textAnchor="end">
        {points.length > 1 ? points.at(-1)?.label : ""}
      </text>
    </ChartFrame>
  );
}

/** One stroke for steps that touch; a new one after a gap. */
function linePath(steps: Step[], x: (value: number) => number, at: (value: number) => string): string {
  return steps
    .map((step, index) => {
      const joins = steps[index - 1]?.x2 === step.x1;
      return `${joins ? "L" : "M"}${x(step.x1).toFixed(1)} ${at(step.value)}H${x(step.x2).toFixed(1)}`;
    })
    .join("");
}
