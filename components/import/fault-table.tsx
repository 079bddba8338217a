import { formatCount } from "@/components/ui/format-number";
import { Table, Td, Th } from "@/components/ui/table";
import { Footnote, linkVariants } from "@/components/ui/text";
import type { ImportView } from "@/lib/imports/wire";

/** What is wrong, by file, line and column. */
export function FaultTable({ slug, view }: { slug: string; view: ImportView }) {
  return (
    <>
      <Table label="Faults" containerClassName="max-h-[28rem] overflow-y-auto">
        <thead>
          <tr>
            <Th>File</Th>
            <Th numeric>Line</Th>
            <Th>Column</Th>
            <Th>What is wrong</Th>
          </tr>
        </thead>
        <tbody>
          {view.faults.map((fault, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two faults may be alike, and the list never changes in place
            <tr key={i} className="align-top">
              <Td className="max-w-[28ch] break-words text-ink-2">{fault.file ?? ""}</Td>
              <Td numeric>{fault.line ?? ""}</Td>
              <Td className="break-words">{fault.column ?? ""}</Td>
              <Td className="min-w-[24ch]">
                <bdi>{fault.reason}</bdi>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Footnote>
        {view.faults.length < view.faultCount
          ? `The first ${view.faults.length} of ${formatCount(view.faultCount)} faults. `
          : ""}
        <a className={linkVariants()} href={`/api/v1/studies/${slug}/imports/${view.importId}/faults`} download>
          Download the list
        </a>
      </Footnote>
    </>
  );
}
