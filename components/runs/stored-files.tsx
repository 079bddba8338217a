"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";

export type StoredFile = {
  id: string;
  /** Under the study's address: runs, pools, target-sets. */
  path: string;
  name: string;
  kind: string;
  rows: number;
  fileName: string;
  sha256: string;
  createdAt: string;
};

/** What was uploaded, with the hash of its file. Deleting asks once more. */
export function StoredFiles(props: { slug: string; label: string; files: StoredFile[]; mayDelete: boolean }) {
  const { slug, label, files, mayDelete } = props;
  const [asked, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const router = useRouter();

  async function remove({ path, id }: StoredFile) {
    const outcome = await sendJson("DELETE", `/api/v1/studies/${slug}/${path}/${id}`, {});
    setProblem(outcome.ok ? null : outcome.problem);
    setAsked(null);
    router.refresh();
  }

  return (
    <>
      {problem ? <FaultList problem={problem} /> : null}
      <Table label={label}>
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Kind</Th>
            <Th numeric>Rows</Th>
            <Th>File</Th>
            <Th>SHA-256</Th>
            <Th>Uploaded</Th>
            {mayDelete ? (
              <Th>
                <span className="sr-only">Delete</span>
              </Th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id} className="align-top">
              <RowTh className="max-w-[28ch] min-w-[16ch] font-semibold break-words">
                <bdi>{file.name}</bdi>
              </RowTh>
              <Td className="whitespace-nowrap">{file.kind}</Td>
              <Td numeric>{formatCount(file.rows)}</Td>
              <Td className="max-w-[28ch] break-words text-ink-2">
                <bdi>{file.fileName}</bdi>
              </Td>
              <Td className="whitespace-nowrap text-ink-2">
                <code title={file.sha256}>{file.sha256.slice(0, 12)}…</code>
              </Td>
              <Td className="whitespace-nowrap text-ink-2">
                <time dateTime={file.createdAt}>{file.createdAt.slice(0, 10)}</time>
              </Td>
              {mayDelete ? (
                <Td className="whitespace-nowrap">
                  {asked === file.id ? (
                    <span className="flex gap-2">
                      <Button size="sm" variant="danger" onClick={() => void remove(file)}>
                        Delete {file.name}
                      </Button>
                      <Button size="sm" onClick={() => setAsked(null)}>
                        Keep
                      </Button>
                    </span>
                  ) : (
                    <Button
                      size="sm"
                      variant="link"
                      aria-label={`Delete ${file.name} …`}
                      onClick={() => setAsked(file.id)}
                    >
                      Delete
                    </Button>
                  )}
                </Td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
