import { Checkbox } from "@/components/ui/choice";
import { FieldSet } from "@/components/ui/field";

type Named = { id: string; name: string };
type Props = {
  legend: string;
  hint?: string;
  name: string;
  all: readonly Named[];
  chosen?: readonly string[];
};

/** Several of a list, as ticks; nothing where there is nothing to choose from. */
export function Choices({ legend, hint, name, all, chosen = [] }: Props) {
  if (all.length === 0) return null;

  return (
    <FieldSet legend={legend} hint={hint}>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {all.map((entry) => (
          <Checkbox
            key={entry.id}
            name={name}
            value={entry.id}
            label={entry.name}
            defaultChecked={chosen.includes(entry.id)}
          />
        ))}
      </div>
    </FieldSet>
  );
}
