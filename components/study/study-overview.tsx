import Link from "next/link";
import { buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { formatCount } from "@/components/ui/format-number";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { linkVariants, Section } from "@/components/ui/text";
import type { Overview, RoundOverview } from "@/lib/studies/wire";

function timeLeft(round: RoundOverview): string {
  const left = round.slots.open + round.slots.leased;
  if (left === 0) return round.slots.filled > 0 ? "done" : "–";
  if (round.medianMs === null) return "–";
  const minutes = Math.ceil((left * round.medianMs) / 60_000);

  return minutes < 90 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}

export function StudyOverview({
  slug,
  overview,
  researcher,
}: {
  slug: string;
  overview: Overview;
  researcher: boolean;
}) {
  if (overview.items === 0) {
    return (
      <Empty
        title="No items yet"
        actions={
          researcher ? (
            <Link href={`/studies/${slug}/import`} className={buttonVariants({ variant: "primary" })}>
              Import items
            </Link>
          ) : null
        }
      >
        Items come from a file: JSON lines, a JSON array, CSV, qrels, or MasterSet’s per-paper JSON. Then draw a sample,
        invite raters, and watch agreement grow.
      </Empty>
    );
  }

  return (
    <>
      <Section title="From items to labels">
        <p className="reading">
          {formatCount(overview.items)} items
          {overview.notLocated > 0 ? (
            <>
              {" "}
              (in{" "}
              <Link className={linkVariants()} href={`/studies/${slug}/items?filter=not-located`}>
                {formatCount(overview.notLocated)}
              </Link>{" "}
              the target could not be located)
            </>
          ) : null}
          , {formatCount(overview.judgeLabels)} judge labels.
        </p>
      </Section>
      <Section
        title="Rounds"
        actions={
          <Link className={linkVariants({ alone: true })} href={`/studies/${slug}/rounds`}>
            Rounds and samples
          </Link>
        }
      >
        {overview.rounds.length === 0 ? (
          <p className="text-ink-2">No round yet: draw a sample to give raters something to label.</p>
        ) : (
          <Table label="Rounds">
            <thead>
              <tr>
                {[
                  "Round",
                  "Purpose",
                  "Items drawn",
                  "Filled",
                  "Skipped",
                  "Held",
                  "Open",
                  "Closed",
                  "Late extra",
                  "Time left",
                ].map((name) => (
                  <Th key={name}>{name}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {overview.rounds.map((round) => (
                <tr key={round.roundId}>
                  <RowTh className="font-semibold">{round.name}</RowTh>
                  <Td>{round.purpose}</Td>
                  <Td>{formatCount(round.drawn)}</Td>
                  <Td>{formatCount(round.slots.filled)}</Td>
                  <Td>{formatCount(round.slots.skipped)}</Td>
                  <Td>{formatCount(round.slots.leased)}</Td>
                  <Td>{formatCount(round.slots.open)}</Td>
                  <Td>{formatCount(round.slots.closed)}</Td>
                  <Td>{formatCount(round.extra)}</Td>
                  <Td>{timeLeft(round)}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </Section>
      <Section title="Who is working">
        {overview.working.length === 0 ? (
          <p className="text-ink-2">Nobody has started. Raters appear here with their first item.</p>
        ) : (
          <ul className="grid gap-1.5">
            {overview.working.map((rater) => (
              <li key={rater.pseudonym} className="flex flex-wrap gap-x-4">
                <span className="w-20 font-semibold">{rater.pseudonym}</span>
                <span>{formatCount(rater.filled)} filled</span>
                <span className="text-ink-2">
                  {rater.lastAt ? `last ${rater.lastAt.slice(0, 16).replace("T", " ")} UTC` : "labels imported"}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
