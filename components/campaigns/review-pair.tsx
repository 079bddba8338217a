import type { RefObject } from "react";
import { Eyebrow } from "@/components/ui/text";
import type { ReviewRow } from "@/lib/endorsements/wire";
import { GROUP_WORDS, OUTCOME_WORDS, SOURCE_WORDS } from "./words";

type Props = { row: ReviewRow; heading: RefObject<HTMLHeadingElement | null>; place: string };

/** One answer as the pair that it would be released as, without who gave it. */
export function ReviewPair({ row, heading, place }: Props) {
  const { focal, work } = row;
  const facts = [
    ["Corpus id", work.corpusId ?? "not found yet"],
    ["Said", row.value === "maybe" ? "maybe, which is never released" : "it shaped the paper"],
    ["How", SOURCE_WORDS[row.source]],
    ["In the paper’s list", work.inList ? "yes" : "no"],
    ["In the pool", row.inPool === null ? "not known" : row.inPool ? "yes" : "no: counted, not scored"],
    ["Authors overlap", row.selfCitation === null ? "not known" : row.selfCitation ? "yes" : "no"],
    ["Reviews", `${row.reviews} of ${row.needed}${row.outcome === "open" ? "" : `: ${OUTCOME_WORDS[row.outcome]}`}`],
  ] as const;

  return (
    <div data-pair={row.endorsementId} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <Eyebrow>
          Pair {place}: {row.groups.map((group) => GROUP_WORDS[group]).join(", ")}
        </Eyebrow>
        <h2
          id="pair-title"
          ref={heading}
          tabIndex={-1}
          className="mt-1.5 font-read text-2xl leading-snug font-semibold text-pretty outline-none"
        >
          {work.title}
          {work.year ? <span className="font-normal text-ink-2"> ({work.year})</span> : null}
        </h2>
        {work.authors.length > 0 ? <p className="text-ink-2">{work.authors.join(", ")}</p> : null}
        <p className="mt-2">
          shaped <i className="font-read">{focal.title}</i>
          {focal.year ? ` (${focal.year})` : ""}
          {focal.isReview ? ", a review" : ""}
        </p>
      </div>
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {row.reason ? (
        <blockquote className="border-s-2 ps-3.5 font-read">
          {row.reason}
          <span className="block font-work text-sm text-ink-2">The author’s reason: private, for you alone.</span>
        </blockquote>
      ) : null}
      {row.mine ? (
        <p className="text-sm">
          You decided:{" "}
          <b className="font-semibold">
            {row.mine.decision}
            {row.mine.flag ? ` (${row.mine.flag.replace("_", "-")})` : ""}
          </b>
          {row.mine.reason ? `: ${row.mine.reason}` : ""}
        </p>
      ) : null}
    </div>
  );
}
