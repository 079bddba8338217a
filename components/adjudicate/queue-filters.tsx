import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { formatCount } from "@/components/ui/format-number";
import { Select } from "@/components/ui/input";
import { PillLinks } from "@/components/ui/pill-links";
import { QUEUE_FILTERS, type QueueFilter, type QueuePage } from "@/lib/adjudication/wire";
import { type QueueView, queueHref } from "./queue-address";

const FILTER_WORDS: Record<QueueFilter, string> = {
  undecided: "Undecided",
  second: "For a second opinion",
  differ: "Adjudicators differ",
  stale: "Decided before newer answers",
  decided: "Decided",
};

type QueueFiltersProps = { slug: string; page: QueuePage; view: QueueView };

/** Which part of the queue; everything is in the address, and works without JavaScript. */
export function QueueFilters({ slug, page, view }: QueueFiltersProps) {
  const { cursor: _, ...here } = view;

  return (
    <div className="mb-6 grid gap-4">
      <PillLinks
        label="Part of the queue"
        items={QUEUE_FILTERS.map((filter) => ({
          href: queueHref(slug, { ...here, filter }),
          label: `${FILTER_WORDS[filter]} ${formatCount(page.counts[filter])}`,
          current: filter === view.filter,
        }))}
      />
      {page.questions.length > 1 || page.rounds.length > 1 ? (
        <form method="get" className="flex flex-wrap items-end gap-4">
          {view.filter === "undecided" ? null : <input type="hidden" name="filter" value={view.filter} />}
          <Choice name="question" label="Question" all="All questions" value={view.question} options={page.questions} />
          <Choice
            name="roundId"
            label="Round"
            all="All rounds"
            value={view.roundId}
            options={page.rounds.map(({ id, name }) => ({ id, title: name }))}
          />
          <Button type="submit">Show</Button>
        </form>
      ) : null}
    </div>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  all: string;
  value: string | undefined;
  options: { id: string; title: string }[];
};

function Choice({ name, label, all, value, options }: ChoiceProps) {
  if (options.length < 2) return null;

  return (
    <Field id={`queue-${name}`} label={label} className="w-full sm:w-56">
      {(control) => (
        <Select {...control} name={name} defaultValue={value ?? ""}>
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.title}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
