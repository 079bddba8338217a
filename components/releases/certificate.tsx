import { formatCount } from "@/components/ui/format-number";
import type { ReleaseNumber, ReleaseView } from "@/lib/releases/wire";
import { sayNumber } from "./words";

type Props = {
  study: string;
  release: ReleaseView & { manifest: NonNullable<ReleaseView["manifest"]> };
  numbers: readonly ReleaseNumber[];
};

/** Beyond these the rest stands in the release itself: the certificate is one page. */
const MOST = { numbers: 10, layers: 6, raters: 12 };
const HEAD = "mb-1 text-sm font-semibold";

/** One A4 page that says what was released, how it was decided, how far people agree, and how to check all of it. */
export function Certificate({ study, release, numbers }: Props) {
  const { manifest } = release;
  const people = manifest.raters.filter((rater) => rater.kind !== "judge");
  const judges = new Map(manifest.judges.map((judge) => [judge.rater, judge.name]));
  const answering = manifest.raters.filter((rater) => rater.kind === "judge");
  const shown = [...numbers].sort((a, b) => Number(a.judge !== null) - Number(b.judge !== null)).slice(0, MOST.numbers);

  return (
    <article data-slot="certificate" className="max-w-[48rem] font-read text-[0.95rem] leading-snug print:text-[9.5pt]">
      <p className="text-sm text-ink-2">Certificate of a release</p>
      <h1 className="mt-1 text-3xl font-semibold text-balance print:text-[18pt]">{release.title}</h1>
      <p className="mt-1 text-ink-2">
        {study}; version {release.version}, profile {release.profile}; data of {manifest.at.slice(0, 10)};{" "}
        {manifest.licence.name}
      </p>
      <p className="mt-4">
        SHA-256 of manifest.json
        <br />
        <code className="font-mono text-sm break-all">{release.manifestHash}</code>
      </p>
      <div className="mt-5 grid gap-5 border-t pt-4">
        <section>
          <h2 className={HEAD}>Layers and their rules</h2>
          <ul className="grid gap-1">
            {manifest.layers.slice(0, MOST.layers).map((layer) => (
              <li key={layer.name}>
                <b className="font-semibold">{layer.name}</b> ({layer.question}): {layer.words}.{" "}
                {formatCount(layer.labelled)} of {formatCount(layer.rows)} rows have a label.
              </li>
            ))}
            <More all={manifest.layers.length} shown={MOST.layers} what="layers" />
          </ul>
        </section>
        <section>
          <h2 className={HEAD}>Agreement, with 95 % intervals</h2>
          {shown.length === 0 ? (
            <p>Nobody’s labels can be compared yet.</p>
          ) : (
            <table className="w-full border-collapse">
              <thead>
                <tr className="text-start text-sm text-ink-2">
                  <th className="text-start font-normal">Measure</th>
                  <th className="text-end font-normal">Value</th>
                  <th className="w-10 text-end font-normal">n</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((number) => (
                  <tr key={number.id}>
                    <th scope="row" className="pe-3 text-start font-normal">
                      {number.question}: {number.measure}
                      {number.judge ? ` (${judges.get(number.judge) ?? number.judge})` : ""}
                    </th>
                    <td className="text-end whitespace-nowrap">{sayNumber(number)}</td>
                    <td className="text-end">{formatCount(number.n)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <More all={numbers.length} shown={shown.length} what="numbers" />
        </section>
        <section>
          <h2 className={HEAD}>Raters</h2>
          <p>
            {people
              .slice(0, MOST.raters)
              .map((rater) => `${rater.rater} (${formatCount(rater.labels)} labels, ${formatCount(rater.items)} items)`)
              .join("; ") || "No people."}
            {people.length > MOST.raters ? `; ${people.length - MOST.raters} more` : ""}
          </p>
          {answering.length > 0 ? (
            <p>
              Judges:{" "}
              {answering
                .map((rater) => `${judges.get(rater.rater) ?? rater.rater} (${formatCount(rater.labels)} labels)`)
                .join("; ")}
            </p>
          ) : null}
        </section>
        <section>
          <h2 className={HEAD}>Codebook</h2>
          <p>
            {manifest.codebook.title}, version {manifest.codebook.version}. SHA-256{" "}
            <code className="font-mono text-xs break-all">{manifest.codebook.sha256}</code>
          </p>
        </section>
        <section>
          <h2 className={HEAD}>How to verify</h2>
          <p>
            <code className="font-mono text-sm">assay verify FOLDER</code> recomputes every hash, count, layer and
            agreement number from the release’s own rows, with no database. Without it:{" "}
            <code className="font-mono text-sm">sha256sum -c SHA256SUMS</code>, then compare the hash of manifest.json
            with the one above.
          </p>
        </section>
      </div>
      <p className="mt-5 border-t pt-3 text-sm text-ink-2">
        Made with Assay {manifest.software}; state of the data {manifest.snapshotId.slice(0, 16)}.
      </p>
    </article>
  );
}

function More({ all, shown, what }: { all: number; shown: number; what: string }) {
  if (all <= shown) return null;

  return (
    <p className="text-sm text-ink-2">
      {formatCount(all - shown)} more {what} stand in the release.
    </p>
  );
}
