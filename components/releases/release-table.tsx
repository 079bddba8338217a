import Link from "next/link";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { ReleaseRow } from "@/lib/releases/wire";
import { STATE_INKS, STATE_WORDS, sizeOf } from "./words";

/** All releases of the study, the newest first, with those that were not finished. */
export function ReleaseTable({ slug, releases }: { slug: string; releases: readonly ReleaseRow[] }) {
  if (releases.length === 0) {
    return (
      <Empty title="Nothing was released yet">
        A release freezes layers into files with hashes that anybody can verify, without this studio.
      </Empty>
    );
  }

  return (
    <Table label="Releases">
      <thead>
        <tr>
          <Th>Version</Th>
          <Th>For</Th>
          <Th>State</Th>
          <Th>Layers</Th>
          <Th numeric>Files</Th>
          <Th numeric>Size</Th>
          <Th>Frozen</Th>
        </tr>
      </thead>
      <tbody>
        {releases.map((row) => (
          <tr key={row.releaseId} className="align-top">
            <RowTh className="whitespace-nowrap">
              <Link
                prefetch={false}
                className={linkVariants({ alone: true })}
                href={`/studies/${slug}/releases/${row.releaseId}`}
              >
                {row.version || "not finished"}
              </Link>
            </RowTh>
            <Td>{row.profile}</Td>
            <Td className={STATE_INKS[row.state]}>{STATE_WORDS[row.state]}</Td>
            <Td className="min-w-40 break-words">{row.layers.join(", ")}</Td>
            <Td numeric>{formatCount(row.files)}</Td>
            <Td numeric>{sizeOf(row.bytes)}</Td>
            <Td className="whitespace-nowrap text-ink-2">
              {row.frozenAt ? <time dateTime={row.frozenAt}>{row.frozenAt.slice(0, 16).replace("T", " ")}</time> : "–"}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
