import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants } from "@/components/ui/text";
import type { ImportView } from "@/lib/imports/wire";
import { KIND_LABELS, plural } from "./format";

const STATES = { running: "running", queued: "being read", done: "done", refused: "refused", cancelled: "cancelled" };
const INKS = {
  running: "text-accent",
  queued: "text-accent",
  done: "text-good",
  refused: "text-bad",
  cancelled: "text-ink-2",
};

/** All imports of the study, the newest first: what came in, and what was refused. */
export function PastImports({ slug, imports }: { slug: string; imports: readonly ImportView[] }) {
  if (imports.length === 0) {
    return (
      <Empty title="Nothing was imported yet" level={3}>
        Items come first; labels are then matched to them by their keys.
      </Empty>
    );
  }

  return (
    <Table label="Past imports">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>What</Th>
          <Th>File</Th>
          <Th>State</Th>
          <Th numeric>Records</Th>
          <Th numeric>Added</Th>
          <Th numeric>Unchanged</Th>
          <Th>Faults</Th>
        </tr>
      </thead>
      <tbody>
        {imports.map((view) => (
          <tr key={view.importId} className="align-top">
            <Td className="whitespace-nowrap text-ink-2">
              <time dateTime={view.createdAt}>{view.createdAt.slice(0, 16).replace("T", " ")}</time>
            </Td>
            <Td>{KIND_LABELS[view.kind]}</Td>
            <RowTh className="max-w-[32ch] break-words">
              <bdi>{view.fileName}</bdi>
            </RowTh>
            <Td className={INKS[view.state]}>{STATES[view.state]}</Td>
            <Td numeric>{formatCount(view.rows)}</Td>
            <Td numeric>{formatCount(view.added)}</Td>
            <Td numeric>{formatCount(view.unchanged)}</Td>
            <Td>
              {view.faultCount > 0 ? (
                <a
                  className={linkVariants({ alone: true })}
                  href={`/api/v1/studies/${slug}/imports/${view.importId}/faults`}
                  download
                >
                  {plural(view.faultCount, "fault")}
                </a>
              ) : (
                "–"
              )}
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
