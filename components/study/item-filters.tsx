import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/input";

const FILTERS = [
  ["all", "All items"],
  ["disagree", "Raters disagree"],
  ["judge-differs", "A judge differs from the raters’ majority"],
  ["labelled", "Labelled"],
  ["unlabelled", "Not labelled"],
  ["not-located", "Target not located"],
  ["flagged", "Flagged"],
  ["skipped", "Skipped by somebody"],
  ["split-since", "Answered with an option that was split since"],
  ["dropped-since", "Answered with an option that was dropped since"],
] as const;

type Given = Record<string, string | undefined>;

/** A plain GET form: filters live in the address, so that they can be sent to a colleague. */
export function ItemFilters({
  slug,
  given,
  questions,
}: {
  slug: string;
  given: Given;
  questions: { id: string; title: string }[];
}) {
  const kept = ["roundId", "version", "stratum", "rater", "value", "otherRater", "otherValue"].filter(
    (name) => given[name],
  );

  return (
    <form action={`/studies/${slug}/items`} className="mb-5 flex flex-wrap items-end gap-3">
      <label className="grid gap-1 text-sm text-ink-2">
        Show
        <Select name="filter" defaultValue={given.filter ?? "all"}>
          {FILTERS.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      <label className="grid gap-1 text-sm text-ink-2">
        Answers to
        <Select name="question" defaultValue={given.question}>
          {questions.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </label>
      <label className="grid min-w-52 flex-1 gap-1 text-sm text-ink-2">
        Find in key or text
        <Input name="search" type="search" defaultValue={given.search} maxLength={200} />
      </label>
      {kept.map((name) => (
        <input key={name} type="hidden" name={name} value={given[name]} />
      ))}
      <Button type="submit">Apply</Button>
    </form>
  );
}
