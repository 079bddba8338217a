import { ServiceError } from "@/lib/errors";
import type { VersionMapping } from "@/lib/studies/version-mapping";
import type { Adjudicable } from "./internal";
import { itemWorth, type Said, worthBasis } from "./item-worth";
import type { QueueFilter, Worth } from "./wire";

/**
 * Entries with the same answers to the same question: they are worth the same. `people` and `judges` say how often each
 * option was given: its count stands at the option's place, in base 1,000, so that PostgreSQL gets it by one sum.
 */
export type Pattern = { question: string; people: string; judges: string; n: number } & Record<QueueFilter, number> & {
    entries: Entry[] | null;
  };
/** itemId, roundId, unit, decisions, mine, differ, settled, stale. */
export type Entry = [string, string, string, number, boolean, boolean, boolean, boolean];
export type Cursor = { sign: string[]; after: [string, string, string] };
export type Ranked = Pattern & { worth: Worth; said: Said; sign: string };

/** Groups by worth, the highest first; what nobody disputes stands last and leaves the undecided. */
export function rank(patterns: readonly Pattern[], asked: readonly Adjudicable[]): Ranked[] {
  return asked
    .flatMap(({ id, options, scale }) => {
      const own = patterns
        .filter((pattern) => pattern.question === id)
        .map((pattern) => ({
          pattern,
          said: { people: answersIn(pattern.people, options), judges: answersIn(pattern.judges, options) },
        }));
      const basis = worthBasis(
        options,
        scale,
        own.map(({ pattern, said }) => ({ people: said.people, items: pattern.n })),
      );

      return own.map(({ pattern, said }) => {
        const worth = itemWorth(basis, said);
        const nothing = worth.worth === 0;

        return {
          ...pattern,
          ...(nothing && { undecided: 0 }),
          entries: nothing ? (pattern.entries ?? []).filter((entry) => entry[3] > 0) : pattern.entries,
          worth,
          said,
          sign: signOf(pattern).join("|"),
        };
      });
    })
    .toSorted((a, b) => b.worth.worth - a.worth.worth || (a.sign < b.sign ? -1 : 1));
}

/** Where to go on: at the cursor's group, or where it would stand if its last entry has gone meanwhile. */
export function place(ranked: readonly Ranked[], cursor: Cursor, asked: readonly Adjudicable[]): number {
  const sign = cursor.sign.join("|");
  const at = ranked.findIndex((pattern) => pattern.sign === sign);
  if (at >= 0) return at;
  const [question = "", people = "", judges = ""] = cursor.sign;
  const zero = { n: 0, undecided: 0, second: 0, differ: 0, stale: 0, decided: 0, entries: null };
  const withIt = rank([...ranked, { question, people, judges, ...zero }], asked);

  return Math.max(
    0,
    withIt.findIndex((pattern) => pattern.sign === sign),
  );
}

function signOf({ question, people, judges }: Pattern): string[] {
  return [question, people, judges];
}

const BASE = 1000n;

/**
 * What an answer of each codebook version adds to its entry's sum: 1,000 to the power of the place of the option that it
 * says in the newest. Answers that were split or dropped are in no row.
 */
export function categoryCodes(
  asked: readonly Adjudicable[],
  mappings: readonly Pick<VersionMapping, "question" | "rows">[],
) {
  const rows = asked.flatMap(({ id, options }) =>
    (mappings.find((mapping) => mapping.question === id)?.rows ?? []).flatMap(({ question, version, from, to }) => {
      const place = to === null ? -1 : options.indexOf(to);

      return place < 0
        ? []
        : [{ question: id, asked: question, version, value: from, power: String(BASE ** BigInt(place)) }];
    }),
  );

  return {
    questions: rows.map((row) => row.question),
    asked: rows.map((row) => row.asked),
    versions: rows.map((row) => row.version),
    values: rows.map((row) => row.value),
    powers: rows.map((row) => row.power),
  };
}

/** From a sum back to the answers, in the codebook's order. */
export function answersIn(sum: string, options: readonly string[]): string[] {
  let rest = BigInt(sum);

  return options.flatMap((option) => {
    const count = Number(rest % BASE);
    rest /= BASE;

    return new Array<string>(count).fill(option);
  });
}

export function writeCursor(pattern: Pattern, [itemId, roundId, unit]: Entry): string {
  return Buffer.from(JSON.stringify([...signOf(pattern), itemId, roundId, unit])).toString("base64url");
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const WHOLE = /^\d{1,400}$/;

export function readCursor(text: string): Cursor {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
    if (Array.isArray(parts) && parts.length === 6 && parts.every((part) => typeof part === "string")) {
      const [question, people, judges, itemId, roundId, unit] = parts as [
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      if (UUID.test(itemId) && UUID.test(roundId) && WHOLE.test(people) && WHOLE.test(judges))
        return { sign: [question, people, judges], after: [itemId, roundId, unit] };
    }
  } catch {
    // Not JSON: said below.
  }
  throw new ServiceError("bad_input", "This page's address is damaged. Open the queue again from its start.");
}
