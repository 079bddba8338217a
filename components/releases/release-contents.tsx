import { CopyButton } from "@/components/ui/copy-button";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote, linkVariants, Section } from "@/components/ui/text";
import type { ReleaseNumber, ReleaseView } from "@/lib/releases/wire";
import { sayNumber, sizeOf } from "./words";

type Ready = ReleaseView & { manifest: NonNullable<ReleaseView["manifest"]> };

export function ReleaseLayers({ release }: { release: Ready }) {
  return (
    <Section title="Layers">
      <Table label="Layers">
        <thead>
          <tr>
            <Th>Layer</Th>
            <Th>Rule</Th>
            <Th numeric>Rows</Th>
            <Th numeric>Labelled</Th>
            <Th>By label</Th>
          </tr>
        </thead>
        <tbody>
          {release.manifest.layers.map((layer) => (
            <tr key={layer.name} className="align-top">
              <RowTh>
                {layer.name} <span className="text-ink-2">on {layer.question}</span>
              </RowTh>
              <Td className="min-w-52">{layer.words}</Td>
              <Td numeric>{formatCount(layer.rows)}</Td>
              <Td numeric>{formatCount(layer.labelled)}</Td>
              <Td className="min-w-32">
                {Object.entries(layer.byLabel)
                  .map(([label, rows]) => `${label} ${formatCount(rows)}`)
                  .join(", ")}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

export function ReleaseAgreement({ numbers }: { numbers: readonly ReleaseNumber[] }) {
  if (numbers.length === 0) return null;

  return (
    <Section title="Agreement">
      <Table label="Agreement">
        <thead>
          <tr>
            <Th>Question</Th>
            <Th>Measure</Th>
            <Th>Judge</Th>
            <Th numeric>Value</Th>
            <Th numeric>n</Th>
          </tr>
        </thead>
        <tbody>
          {numbers.map((number) => (
            <tr key={number.id} className="align-top">
              <RowTh>{number.question}</RowTh>
              <Td className="min-w-52">{number.measure}</Td>
              <Td className="text-ink-2">{number.judge ?? "–"}</Td>
              <Td numeric>{sayNumber(number)}</Td>
              <Td numeric>{formatCount(number.n)}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Footnote>
        95 % intervals by bootstrap over units. Every number is recomputed by <code>assay verify</code> from the
        release’s own label rows; its recipe stands in agreement.json.
      </Footnote>
    </Section>
  );
}

export function ReleaseFiles({ slug, release, download }: { slug: string; release: ReleaseView; download: boolean }) {
  const at = `/api/v1/studies/${slug}/releases/${release.releaseId}/files`;

  return (
    <Section title="Files">
      <Table label="Files">
        <thead>
          <tr>
            <Th>File</Th>
            <Th numeric>Rows</Th>
            <Th numeric>Size</Th>
            <Th>SHA-256</Th>
          </tr>
        </thead>
        <tbody>
          {release.files.map(({ path, rows, bytes, sha256 }) => (
            <tr key={path} className="align-top">
              <RowTh className="whitespace-nowrap">
                {download ? (
                  <a
                    className={linkVariants({ alone: true })}
                    href={`${at}?${new URLSearchParams({ path })}`}
                    download={path.split("/").at(-1)}
                  >
                    {path}
                  </a>
                ) : (
                  path
                )}
              </RowTh>
              <Td numeric>{rows === null ? "–" : formatCount(rows)}</Td>
              <Td numeric>{sizeOf(bytes)}</Td>
              <Td>
                <code className="text-xs whitespace-nowrap text-ink-2">{sha256}</code>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}

export function ReleaseCitation({ release }: { release: Ready }) {
  const { bibtex, citation } = release.manifest;

  return (
    <Section
      title="Cite as"
      actions={
        <>
          <CopyButton text={citation}>Copy text</CopyButton>
          <CopyButton text={bibtex}>Copy BibTeX</CopyButton>
        </>
      }
    >
      <p className="reading mb-3">{citation}</p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="overflow-x-auto text-sm text-ink-2"
      >
        {bibtex}
      </pre>
    </Section>
  );
}

export function ReleaseChanges({ release }: { release: Ready }) {
  return (
    <Section title="Changes">
      <dl className="grid gap-4">
        {release.manifest.history.map(({ version, at, reasons }) => (
          <div key={version}>
            <dt>
              <b className="font-semibold">{version}</b> <span className="text-ink-2">data of {at}</span>
            </dt>
            {reasons.map((reason) => (
              <dd key={reason}>{reason}</dd>
            ))}
          </div>
        ))}
      </dl>
    </Section>
  );
}
