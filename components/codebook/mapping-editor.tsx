import { Select } from "@/components/ui/input";
import type { PreviewSubject } from "@/lib/studies/wire";
import { type Fates, sayFate } from "./fates";

type Props = {
  older: PreviewSubject[];
  newer: PreviewSubject[];
  fates: Fates;
  onChange: (fates: Fates) => void;
};

/** Every option of the older version with where it went. None ticked: dropped; one: kept, renamed or merged; several: split. */
export function MappingEditor({ older, newer, fates, onChange }: Props) {
  const shown = older.filter((subject) => !isUntouched(subject, newer, fates));
  const same = older.filter((subject) => !shown.includes(subject));

  function change(id: string, next: Fates[string]) {
    onChange({ ...fates, [id]: next });
  }

  return (
    <div className="grid gap-7">
      {shown.map((subject) => (
        <SubjectFates key={subject.id} subject={subject} newer={newer} fates={fates} onChange={change} />
      ))}
      {same.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-ink-2">
            Unchanged: {same.map((subject) => subject.title).join(", ")}
          </summary>
          <div className="mt-4 grid gap-7">
            {same.map((subject) => (
              <SubjectFates key={subject.id} subject={subject} newer={newer} fates={fates} onChange={change} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

function isUntouched(subject: PreviewSubject, newer: PreviewSubject[], fates: Fates): boolean {
  const fate = fates[subject.id];
  const next = newer.find((one) => one.id === subject.id);
  if (!fate || !next || fate.to !== subject.id || next.options.length !== subject.options.length) return false;

  return subject.options.every(({ id }) => fate.options[id]?.length === 1 && fate.options[id]?.[0] === id);
}

type SubjectProps = {
  subject: PreviewSubject;
  newer: PreviewSubject[];
  fates: Fates;
  onChange: (id: string, fate: Fates[string]) => void;
};

function SubjectFates({ subject, newer, fates, onChange }: SubjectProps) {
  const fate = fates[subject.id] ?? { to: null, options: {} };
  const taken = new Set(Object.entries(fates).flatMap(([id, { to }]) => (id === subject.id ? [] : [to])));
  const choices = newer.filter((next) => next.kind === subject.kind && !taken.has(next.id));
  const next = newer.find((one) => one.id === fate.to);

  function moveTo(to: string | null) {
    const known = newer.find((one) => one.id === to)?.options.map((option) => option.id) ?? [];
    const options = Object.fromEntries(subject.options.map(({ id }) => [id, known.includes(id) ? [id] : []]));
    onChange(subject.id, { to, options });
  }

  function toggle(id: string, target: string, on: boolean) {
    const ticked = new Set(fate.options[id] ?? []);
    if (on) ticked.add(target);
    else ticked.delete(target);
    const targets = next?.options.map((option) => option.id).filter((option) => ticked.has(option)) ?? [];
    onChange(subject.id, { ...fate, options: { ...fate.options, [id]: targets } });
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">
        {subject.title} <span className="font-normal text-ink-2">{subject.kind}</span>
      </legend>
      <label className="mb-3 grid max-w-80 gap-1 text-sm text-ink-2">
        In the new version
        <Select
          value={fate.to ?? ""}
          onChange={(event) => moveTo(event.target.value === "" ? null : event.target.value)}
        >
          <option value="">asked no longer</option>
          {choices.map(({ id, title }) => (
            <option key={id} value={id}>
              {title} ({id})
            </option>
          ))}
        </Select>
      </label>
      {next ? (
        <ul className="grid">
          {subject.options.map((option) => (
            <li key={option.id} className="border-b py-2">
              <fieldset className="min-w-0">
                <legend className="w-full pb-1 sm:float-start sm:w-64 sm:pe-4">
                  <b className="font-semibold">{option.id}</b> <span className="text-ink-2">{option.label}</span>
                  <span className="block text-sm text-ink-2">{sayFate(option.id, fate)}</span>
                </legend>
                <div className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
                  {next.options.map((target) => (
                    <label key={target.id} className="inline-flex min-h-6 items-center gap-1.5 pointer-coarse:min-h-11">
                      <input
                        type="checkbox"
                        className="accent-accent"
                        checked={fate.options[option.id]?.includes(target.id) ?? false}
                        onChange={(event) => toggle(option.id, target.id, event.target.checked)}
                      />
                      <span>
                        {target.id}
                        <span className="sr-only"> {target.label}</span>
                      </span>
                    </label>
                  ))}
                </div>
              </fieldset>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  );
}
