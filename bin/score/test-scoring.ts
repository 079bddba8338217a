import { existsSync } from "node:fs";
import path from "node:path";
import { parseCommand } from "@/bin/command";
import { OPTIONS } from "./options";
import { scoreOutput } from "./score-output";
import type { RunScores } from "./wire";

/** For tests only: a path under ../shared; undefined where it is absent. */
export function shared(name: string): string | undefined {
  const file = path.resolve(import.meta.dirname, "../../../shared", name);

  return existsSync(file) ? file : undefined;
}

/** For tests only: what the command would print as JSON for these arguments. */
export async function scored(...args: string[]) {
  const { values } = parseCommand(args, OPTIONS);
  const { output } = await scoreOutput(values);

  return output;
}

/** For tests only: the same of one run under one set of judgements, without intervals. */
export async function scoredOnce(...args: string[]): Promise<RunScores> {
  const output = await scored("--bootstrap", "0", ...args);
  if ("runs" in output) throw new Error("several runs");

  return output;
}

type Values = Record<string, Record<string, number>>;

/** For tests only: every reference value that differs by more than 1e-9, as lines; and how many were compared. */
export function differences(report: RunScores, expected: Values): { lines: string[]; compared: number } {
  const lines: string[] = [];
  let compared = 0;
  for (const [query, metrics] of Object.entries(expected)) {
    for (const [metric, value] of Object.entries(metrics)) {
      const overall = report.metrics[metric];
      const seen =
        query === "all"
          ? overall && "value" in overall
            ? overall.value
            : undefined
          : report.perQuery[query]?.[metric];
      compared++;
      if (seen === undefined || Math.abs(seen - value) > 1e-9) lines.push(`${query} ${metric}: ${seen}, not ${value}`);
    }
  }
  const queries = Object.keys(expected).filter((query) => query !== "all").length;
  if (Object.keys(report.perQuery).length < queries) lines.push("queries are missing");

  return { lines, compared };
}
