"use client";

import { useEndorse } from "./endorse-context";

/** The pairs as they will stand in the file. */
export function PublishedRows() {
  const { view, say } = useEndorse();
  const rows = view.willBePublished;
  if (!view.publishIdentity) return <p className="mt-4 border-s-2 border-accent ps-3.5">{say("reviewWithheld")}</p>;
  if (rows.length === 0) return <p className="mt-4">{say("reviewNone")}</p>;

  return (
    <table data-slot="published" className="mt-4 w-full table-fixed text-start">
      <caption className="mb-2 text-start text-ink-2">{say("reviewPairs")}</caption>
      <thead>
        <tr className="border-b text-sm text-ink-2">
          <th scope="col" className="w-2/5 py-2 pe-3 text-start align-bottom font-medium">
            {say("reviewPaperId")}
            <code className="block text-xs break-all">focal_corpusid</code>
          </th>
          <th scope="col" className="py-2 text-start align-bottom font-medium">
            {say("reviewWorkId")}
            <code className="block text-xs break-all">candidate_corpusid</code>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.focalCorpusId} ${row.candidateCorpusId} ${row.title}`} className="border-b align-top">
            <td className="py-2.5 pe-3 break-all">{row.focalCorpusId}</td>
            <td className="py-2.5">
              {row.candidateCorpusId ?? <span className="text-ink-2">{say("reviewNoId")}</span>}
              <span className="block text-sm break-words text-ink-2">{row.title}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
