import Link from "next/link";
import { formatCount, formatDecimal } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { LayerLabel, LayerRow, LayerRowPage, RowItem } from "@/lib/layers/wire";
import { sayDecided } from "./decided-words";

/** Of an edge's contexts: more are opened from the item's page. */
const MOST_LINKS = 8;

/** Rows with where each label comes from: the labels it rests on, how it was decided, how sure. */
export function RowTable({ slug, rows, label }: { slug: string; rows: LayerRowPage["rows"]; label: string }) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <Th>Row</Th>
          <Th>Label</Th>
          <Th>Decided</Th>
          <Th numeric>{rows.some((row) => row.edge) ? "Positive share" : "Confidence"}</Th>
          <Th>Rests on</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} className="align-top">
            <RowTh className="min-w-20">
              <RowLinks slug={slug} rowKey={row.key} items={row.items} />
            </RowTh>
            <Td>{row.label === null ? <span className="text-ink-2">none</span> : <b>{row.label}</b>}</Td>
            <Td>{sayDecided(row.decided, row.mustCite !== undefined)}</Td>
            <Td numeric>{row.confidence === null ? "–" : formatDecimal(row.confidence, 2)}</Td>
            <Td className="min-w-64 text-sm">
              <RestsOn row={row} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The item of a row; of an edge each context. */
export function RowLinks({ slug, rowKey, items }: { slug: string; rowKey: string; items: readonly RowItem[] }) {
  const [only] = items;
  if (only && items.length === 1 && only.key === rowKey) {
    return (
      <Link
        prefetch={false}
        href={`/studies/${slug}/items/${only.itemId}`}
        className={`${linkVariants({ alone: true })} break-words`}
      >
        {rowKey}
      </Link>
    );
  }

  return (
    <>
      <span className="break-words">{rowKey}</span>
      <span className="flex flex-wrap gap-x-3 text-sm">
        {items.slice(0, MOST_LINKS).map((item) => (
          <Link
            key={item.itemId}
            prefetch={false}
            href={`/studies/${slug}/items/${item.itemId}`}
            className={linkVariants({ alone: true })}
          >
            {item.key}
          </Link>
        ))}
        {items.length > MOST_LINKS ? <span>and {formatCount(items.length - MOST_LINKS)} more</span> : null}
      </span>
    </>
  );
}

function RestsOn({ row }: { row: LayerRow }) {
  const { adjudication, edge, mustCite } = row;

  return (
    <ul className="grid gap-0.5">
      {adjudication ? (
        <li>
          {adjudication.by === "imported" ? "an imported decision" : `adjudicated: ${adjudication.by}`}
          {adjudication.reason ? `, ${adjudication.reason.replaceAll("_", " ")}` : ""}
        </li>
      ) : null}
      {edge ? (
        <li>
          {formatCount(edge.positive)} positive of {formatCount(edge.labelled)} labelled, {formatCount(edge.contexts)}{" "}
          contexts
        </li>
      ) : null}
      {mustCite ? (
        <li>
          I {sayType(mustCite.typeI)} · II {sayType(mustCite.typeII)} · III {sayType(mustCite.typeIII)} ·{" "}
          {mustCite.mentions ?? "no"} mentions, {mustCite.windows ?? "no"} distinct passages
        </li>
      ) : null}
      {row.labels.map((label, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rater may say the same twice, in two rounds
        <li key={at}>
          <span className="text-ink-2">{label.rater}</span> {label.value}
          {sayCounts(label)}
          <span className="text-ink-2">{sayWhence(label)}</span>
        </li>
      ))}
    </ul>
  );
}

function sayType(known: boolean | null): string {
  if (known === null) return "open";

  return known ? "yes" : "no";
}

function sayCounts({ value, counts }: LayerLabel): string {
  if (counts === value) return "";

  return counts === null ? " (does not count)" : ` (counts as ${counts})`;
}

function sayWhence({ question, item, round, origin }: LayerLabel): string {
  const parts = [question, item, round === "corpus" ? undefined : round, origin === "imported" ? origin : undefined];
  const said = parts.filter(Boolean).join(", ");

  return said ? ` · ${said}` : "";
}
