import type { ServiceContext } from "@/lib/context";
import { csvText } from "@/lib/release-files/encode-text";
import { readFunnel } from "./read-funnel";

/** Every count of the funnel as `count,value`, with the evaluable pairs of each tier. */
export async function funnelCsv(ctx: ServiceContext, input: unknown): Promise<string> {
  const { checks: _, evaluableByTier, ...counts } = await readFunnel(ctx, input);
  const lines = [
    ...Object.entries(counts).map(([name, value]) => `${name},${value}`),
    ...evaluableByTier.map(({ tier, pairs }) => `${csvText(`retrievalEvaluable: ${tier}`)},${pairs}`),
  ];

  return `${["count,value", ...lines].join("\r\n")}\r\n`;
}
