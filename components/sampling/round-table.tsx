"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Section } from "@/components/ui/text";
import type { RoundRow } from "@/lib/sampling/wire";

export function RoundTable({ slug, rounds, researcher }: { slug: string; rounds: RoundRow[]; researcher: boolean }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const router = useRouter();

  async function setClosed(round: RoundRow) {
    const outcome = await sendJson("PATCH", `/api/v1/studies/${slug}/rounds/${round.roundId}`, {
      closed: !round.closed,
    });
    setProblem(outcome.ok ? null : outcome.problem);
    router.refresh();
  }

  if (rounds.length === 0) {
    return <p className="mb-11 text-ink-2">No round yet. Start with a pilot, or go straight to the main one.</p>;
  }

  return (
    <Section title="Rounds">
      {problem ? <FaultList problem={problem} /> : null}
      <Table label="Rounds">
        <thead>
          <tr>
            <Th>Round</Th>
            <Th>Purpose</Th>
            <Th numeric>Items</Th>
            <Th numeric>Places</Th>
            <Th numeric>Filled</Th>
            <Th numeric>Skipped</Th>
            <Th numeric>Held</Th>
            <Th numeric>Open</Th>
            {researcher ? <Th>State</Th> : null}
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <tr key={round.roundId}>
              <RowTh className="font-semibold">{round.name}</RowTh>
              <Td>{round.purpose}</Td>
              <Td numeric>{formatCount(round.items)}</Td>
              <Td numeric>{formatCount(round.total)}</Td>
              <Td numeric>{formatCount(round.filled)}</Td>
              <Td numeric>{formatCount(round.skipped)}</Td>
              <Td numeric>{formatCount(round.leased)}</Td>
              <Td numeric>{formatCount(round.open)}</Td>
              {researcher ? (
                <Td>
                  <Button variant="link" size="sm" onClick={() => void setClosed(round)}>
                    {round.closed ? "Open again" : "Close"}
                  </Button>
                </Td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  );
}
