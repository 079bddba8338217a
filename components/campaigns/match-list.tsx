"use client";

import { useCallback, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatDecimal } from "@/components/ui/format-number";
import { Input } from "@/components/ui/input";
import type { ReviewRow, WorkMatch } from "@/lib/endorsements/wire";
import type { Reviewing } from "./use-review";
import { campaignApi } from "./words";

const BY: Record<WorkMatch["by"], string> = {
  id: "the same id",
  doi: "the same DOI",
  arxiv: "the same arXiv id",
  title_year: "the same title and year",
  title: "the same title",
  near: "resembles it",
};

type Props = { slug: string; campaignId: string; row: ReviewRow; work: Reviewing };

/** Works of list and pool that were perhaps meant. Nothing is joined until a person says which. */
export function MatchList({ slug, campaignId, row, work }: Props) {
  const [matches, setMatches] = useState<WorkMatch[] | null>(null);
  const [text, setText] = useState("");
  const at = campaignApi(slug, campaignId, `/review/${row.endorsementId}`);

  const look = useCallback(
    async (wanted: string) => {
      const query = wanted.trim() === "" ? "" : `?${new URLSearchParams({ text: wanted.trim() })}`;
      const response = await fetch(`${at}${query}`).catch(() => null);
      const answer = response?.ok ? await response.json() : { matches: [] };
      setMatches(answer.matches);
    },
    [at],
  );

  useEffect(() => {
    void look("");
  }, [look]);

  return (
    <section aria-labelledby="matches-title" className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t pt-4">
      <h3 id="matches-title" className="font-semibold">
        Which work is it?
      </h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-busy={matches === null}>
        {(matches ?? []).map((match) => (
          <li key={match.corpusId}>
            <button
              type="button"
              onClick={() => void work.resolve(match)}
              className="min-h-11 w-full rounded-lg border border-rule px-3 py-2 text-start hover:bg-accent-soft"
            >
              {match.title}
              {match.year ? ` (${match.year})` : ""}
              <span className="block text-sm break-all text-ink-2">
                {match.corpusId}, {match.from === "list" ? "in the paper’s list" : "in the pool"}: {BY[match.by]}
                {match.by === "near" ? ` (${formatDecimal(match.similarity, 2)})` : ""}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="text-sm text-ink-2">
        {matches?.length === 0 ? "Nothing in the list or the pool resembles it." : ""}
      </p>
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void look(text);
        }}
      >
        <label className="grid min-w-0 flex-1 basis-60 gap-1 text-sm text-ink-2">
          Another title, id or DOI
          <Input value={text} maxLength={2000} onChange={(event) => setText(event.target.value)} />
        </label>
        <Button type="submit">Look</Button>
        <Button
          disabled={text.trim() === ""}
          onClick={() => void work.resolve({ corpusId: text.trim(), title: text.trim() })}
        >
          Use as its corpus id
        </Button>
      </form>
    </section>
  );
}
