import Link from "next/link";
import { Suspense } from "react";
import { formatCount, formatOf } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { LayerChoices, LayerSteps, LayerSummary } from "@/lib/layers/wire";
import { nameRule, sayLayer } from "./say-layer";

/** Null: it cannot be counted any more, because something that its rule names is gone. */
export type Size = Promise<LayerSteps | null>;
type Props = { slug: string; layers: LayerSummary[]; choices: LayerChoices; sizes: Map<string, Size> };

/** Named layers with their rule in words; sizes follow as they are counted. */
export function LayerList({ slug, layers, choices, sizes }: Props) {
  return (
    <Table label="Named layers">
      <thead>
        <tr>
          <Th>Layer</Th>
          <Th>Rule</Th>
          <Th numeric>With a label</Th>
          <Th numeric>Ties</Th>
        </tr>
      </thead>
      <tbody>
        {layers.map((layer) => (
          <tr key={layer.layerId} className="align-top">
            <RowTh>
              <Link
                prefetch={false}
                href={`/studies/${slug}/layers/${layer.layerId}`}
                className={linkVariants({ alone: true })}
              >
                {layer.name}
              </Link>
              {layer.retiredAt ? <span className="block text-sm text-ink-2">retired</span> : null}
            </RowTh>
            <Td className="min-w-64">
              <b className="font-semibold">{nameRule(layer.spec.rule)}</b>
              <span className="block max-w-[70ch] text-sm text-ink-2">{sayLayer(layer.spec, choices)}</span>
            </Td>
            <Suspense
              fallback={
                <Td numeric colSpan={2} className="text-ink-2">
                  counting …
                </Td>
              }
            >
              <SizeCells size={sizes.get(layer.layerId)} />
            </Suspense>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

async function SizeCells({ size }: { size: Size | undefined }) {
  const steps = await size;
  if (!steps) {
    return (
      <Td numeric colSpan={2}>
        cannot be counted
      </Td>
    );
  }

  return (
    <>
      <Td numeric>{formatOf(steps.kept, steps.labelled)}</Td>
      <Td numeric>{formatCount(steps.ties)}</Td>
    </>
  );
}
