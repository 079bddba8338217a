import { Button } from "@/components/ui/button";
import { Input, Select } from "@/components/ui/input";

type Given = Record<string, string | string[] | undefined>;
type Props = {
  slug: string;
  given: Given;
  questions: { id: string; title: string }[];
  /** Of the question that is shown; none where its labels are grades. */
  options: string[];
};

const METRICS = [
  "ndcg_cut_10",
  "map",
  "recip_rank",
  "hit_10",
  "hit_50",
  "hit_100",
  "recall_100",
  "P_10",
  "pair_recall_100",
];

/** A plain form: everything lives in the address, so that a leaderboard can be sent to a colleague. */
export function LeaderboardForm({ slug, given, questions, options }: Props) {
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : "");
  const metrics = METRICS.includes(text("metric")) || text("metric") === "" ? METRICS : [text("metric"), ...METRICS];

  return (
    <form action={`/studies/${slug}/runs`} className="mb-9 flex flex-wrap items-end gap-3">
      <label className="grid min-w-0 gap-1 text-sm text-ink-2">
        Label
        <Select name="question" defaultValue={text("question")}>
          {questions.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </label>
      {options.length > 0 ? (
        <label className="grid min-w-0 gap-1 text-sm text-ink-2">
          Relevant
          <Select name="positive" defaultValue={text("positive")}>
            {options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </Select>
        </label>
      ) : null}
      <label className="grid min-w-0 gap-1 text-sm text-ink-2">
        Metric
        <Select name="metric" defaultValue={text("metric") || METRICS[0]}>
          {metrics.map((metric) => (
            <option key={metric} value={metric}>
              {metric}
            </option>
          ))}
        </Select>
      </label>
      <label className="grid min-w-0 gap-1 text-sm text-ink-2">
        Drawn labels
        <Select name="rule" defaultValue={text("rule")}>
          <option value="panel">a panel as large, by plurality</option>
          <option value="rater">one rater’s label</option>
        </Select>
      </label>
      <label className="grid w-24 gap-1 text-sm text-ink-2">
        Seed
        <Input name="seed" defaultValue={text("seed") || "1"} maxLength={100} />
      </label>
      <Button type="submit">Show</Button>
    </form>
  );
}
