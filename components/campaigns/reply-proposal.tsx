"use client";

import { Checkbox } from "@/components/ui/choice";
import { Select } from "@/components/ui/input";
import type { ReplyProposalView, ReplyView } from "@/lib/endorsements/wire";
import { DOUBTS, FOUND, type ReplyChoice } from "./reply-choice";

type Props = {
  id: string;
  proposal: ReplyProposalView;
  papers: ReplyView["papers"];
  choice: ReplyChoice;
  onChange: (to: Partial<ReplyChoice>) => void;
};

/** One work that the mail may name, with the words it was read from. */
export function ReplyProposal({ id, proposal, papers, choice, onChange }: Props) {
  const { title, year, n, quote, line, by, doubts, pool, known } = proposal;

  return (
    <div data-slot="proposal" className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-b py-2">
      <Checkbox
        disabled={known}
        checked={choice.on || known}
        onChange={(event) => onChange({ on: event.target.checked })}
        label={
          <span className="font-[550] break-words">
            {title}
            {year ? ` (${year})` : ""}
          </span>
        }
        hint={`${known ? "Said already. " : ""}${FOUND[by]}${n === null ? "" : `, ${n}`}; line ${line}: “${quote}”`}
      />
      {doubts.length > 0 ? (
        <p className="ms-[1.6rem] text-sm text-warn">Mind: {doubts.map((doubt) => DOUBTS[doubt]).join("; ")}.</p>
      ) : null}
      {papers.length > 1 ? (
        <label htmlFor={`${id}-paper`} className="ms-[1.6rem] grid gap-1 text-sm text-ink-2">
          For
          <Select
            id={`${id}-paper`}
            value={choice.focalId}
            disabled={known || n !== null}
            onChange={(event) => onChange({ focalId: event.target.value })}
          >
            <option value="">which paper?</option>
            {papers.map((paper) => (
              <option key={paper.focalId} value={paper.focalId}>
                {paper.title}
              </option>
            ))}
          </Select>
        </label>
      ) : null}
      {pool.length > 0 ? (
        <label htmlFor={`${id}-work`} className="ms-[1.6rem] grid gap-1 text-sm text-ink-2">
          In the pool
          <Select
            id={`${id}-work`}
            value={choice.corpusId}
            disabled={known}
            onChange={(event) => onChange({ corpusId: event.target.value })}
          >
            <option value="">none of these; resolve it in the review</option>
            {pool.map((work) => (
              <option key={work.corpusId} value={work.corpusId}>
                {work.title}
                {work.year ? ` (${work.year})` : ""}
                {work.near ? ", resembles it" : ""}
              </option>
            ))}
          </Select>
        </label>
      ) : null}
    </div>
  );
}
