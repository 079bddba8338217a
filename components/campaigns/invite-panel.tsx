"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { formatCount } from "@/components/ui/format-number";
import { Notice } from "@/components/ui/notice";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import type { InvitationsMade } from "@/lib/campaigns/wire";
import { fetchFile } from "./send-bytes";
import { campaignApi } from "./words";

const SHOWN = 200;

/** Makes links for everybody who has none. They are on the screen once; later only new ones can be made. */
export function InvitePanel({ slug, campaignId }: { slug: string; campaignId: string }) {
  const [made, setMade] = useState<InvitationsMade | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const router = useRouter();

  async function make() {
    setBusy(true);
    const outcome = await sendJson<InvitationsMade>("POST", campaignApi(slug, campaignId, "/invitations"), {});
    setBusy(false);
    setProblem(outcome.ok ? null : outcome.problem);
    setMade(outcome.ok ? outcome.value : null);
    if (outcome.ok) router.refresh();
  }

  async function download() {
    setBusy(true);
    setProblem(await fetchFile(campaignApi(slug, campaignId, "/invitations/csv"), "invitations.csv"));
    setBusy(false);
  }

  return (
    <div className="mb-9 grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" pending={busy} onClick={() => void make()}>
          Make links for all who have none
        </Button>
        <Button pending={busy} onClick={() => void download()}>
          Download CSV for my own mailing
        </Button>
      </div>
      <p className="max-w-[72ch] text-sm text-ink-2">
        Only hashes of links are kept. Each download makes new links; those that were given out before go on working.
        Who answered, declined or was revoked is not in the file.
      </p>
      {problem ? <FaultList problem={problem} /> : null}
      {made ? <MadeLinks {...made} /> : null}
    </div>
  );
}

function MadeLinks({ made, left }: InvitationsMade) {
  const declined = left === 0 ? "" : ` Not asked, because they declined or were erased: ${formatCount(left)}.`;

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Notice
        tone="good"
        title={`${formatCount(made.length)} ${made.length === 1 ? "link was" : "links were"} made.${declined}`}
      >
        {made.length === 0
          ? "Everybody has one."
          : "They are shown this once. Copy them, or download the CSV, before you leave."}
      </Notice>
      {made.length > 0 ? (
        <Table label="New links">
          <thead>
            <tr>
              <Th>Address</Th>
              <Th>Link</Th>
            </tr>
          </thead>
          <tbody>
            {made.slice(0, SHOWN).map((row) => (
              <tr key={row.invitationId}>
                <RowTh>{row.email}</RowTh>
                <Td>
                  <CopyButton text={row.url}>{`Copy the link of ${row.email}`}</CopyButton>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      {made.length > SHOWN ? (
        <p className="text-sm text-ink-2">
          {formatCount(made.length - SHOWN)} more are in the CSV only, which makes them new.
        </p>
      ) : null}
    </div>
  );
}
