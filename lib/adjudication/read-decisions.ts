import type { ServiceContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import type { StudyVersions } from "@/lib/studies/version-mapping";
import { namesOf, readingOf } from "./in-version";
import type { EntryKey } from "./internal";
import type { Decision, Reason } from "./wire";

type Event = Omit<Decision, "at" | "who"> & { at: Date; userId: string; basisHash: string };

export type Decisions = {
  own: Decision | null;
  /** As they stand in the newest codebook version, the own one included; what it split or dropped is only history. */
  standing: Decision[];
  /** What was on the screen at each standing decision. */
  hashes: string[];
  /** Every step of everybody, newest first. */
  history: Decision[];
};

/** Who decided what on one entry. People are numbered by their first decision, never named. */
export async function readDecisions(ctx: ServiceContext, entry: EntryKey, study: StudyVersions): Promise<Decisions> {
  const me = ctx.actor.kind === "user" ? ctx.actor.userId : null;
  const { studyId, roundId, itemId, unit, question } = entry;
  const where = { studyId, roundId, itemId, unit, question: { in: namesOf(study, question) } };
  const db = database(ctx);
  const events: Event[] = await db.adjudicationEvent.findMany({ where, orderBy: [{ at: "asc" }, { opId: "asc" }] });
  const rows = await db.adjudication.findMany({ where, orderBy: [{ at: "asc" }, { opId: "asc" }] });
  const people = [...new Set(events.map((event) => event.userId))];
  const named = (event: Omit<Event, "basisHash">) => toDecision(event, me, people);
  const standing = rows.flatMap((row) => {
    const { value } = readingOf(study, row);

    return value === null ? [] : [named({ ...row, value })];
  });

  return {
    own: standing.find((decision) => decision.who === "you") ?? null,
    standing,
    hashes: rows.map((row) => row.basisHash),
    history: events.map(named).toReversed(),
  };
}

function toDecision(event: Omit<Event, "basisHash">, me: string | null, people: readonly string[]): Decision {
  const { opId, value, note, settles, at, codebookVersion, userId } = event;
  const reason: Reason | null = event.reason;
  const who = userId === me ? "you" : `Adjudicator ${people.indexOf(userId) + 1}`;

  return { opId, value, reason, note, settles, at: at.toISOString(), codebookVersion, who };
}
