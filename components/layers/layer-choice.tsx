import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/input";

type Named = { id: string; name: string };
type Props = {
  slug: string;
  given: Record<string, string | string[] | undefined>;
  questions: { id: string; title: string }[];
  judges: Named[];
  rounds: Named[];
};

export function LayerChoice({ slug, given, questions, judges, rounds }: Props) {
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : "");

  return (
    <form action={`/studies/${slug}/layers`} className="mb-9 flex flex-wrap items-end gap-3">
      <label className="grid gap-1 text-sm text-ink-2">
        Label
        <Select name="question" defaultValue={text("question")}>
          {questions.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </Select>
      </label>
      <label className="grid gap-1 text-sm text-ink-2">
        Rule
        <Select name="judge" defaultValue={text("judge")}>
          <option value="">majority of the raters</option>
          {judges.map(({ id, name }) => (
            <option key={id} value={id}>
              single judge: {name}
            </option>
          ))}
        </Select>
      </label>
      <label className="grid gap-1 text-sm text-ink-2">
        Raters’ labels from
        <Select name="round" defaultValue={text("round")}>
          <option value="">all rounds but practice</option>
          {rounds.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </label>
      <Button type="submit">Show</Button>
    </form>
  );
}
