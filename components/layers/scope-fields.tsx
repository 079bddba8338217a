import { Checkbox } from "@/components/ui/choice";
import { Field, FieldSet } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import type { LayerChoices, LayerSpec } from "@/lib/layers/wire";
import { Choices } from "./choices";

type Props = { choices: LayerChoices; rows: "item" | "edge"; initial?: LayerSpec };

/** Rounds, filters and cuts: what the layer is of, and what is left out. */
export function ScopeFields({ choices, rows, initial }: Props) {
  const filters = initial?.filters;

  return (
    <>
      <Choices
        legend="Rounds of people’s labels"
        hint="All but practice where none is ticked. Judges’ labels lie in no round."
        name="rounds"
        all={choices.rounds}
        chosen={initial?.roundIds}
      />
      {choices.codebookVersion > 1 ? (
        <Field id="layer-version" label="Labels count as options of">
          {(control) => (
            <Select
              {...control}
              name="codebookVersion"
              defaultValue={initial?.codebookVersion ?? choices.codebookVersion}
              className="max-w-96"
            >
              {Array.from({ length: choices.codebookVersion }, (_, i) => choices.codebookVersion - i).map((version) => (
                <option key={version} value={version}>
                  version {version} of the codebook{version === choices.codebookVersion ? ", the newest" : ""}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <details open={filters !== undefined && Object.keys(filters).length > 0}>
        <summary className="cursor-pointer py-1 font-[550]">Filters</summary>
        <div className="mt-4 grid gap-5">
          <Choices
            legend="Only items drawn in"
            name="strata"
            all={choices.strata.map((stratum) => ({ id: stratum, name: stratum }))}
            chosen={filters?.strata}
          />
          <Field id="layer-origin" label="Whose labels count by where they come from">
            {(control) => (
              <Select
                {...control}
                name="origin"
                defaultValue={filters?.origins?.length === 1 ? filters.origins[0] : ""}
                className="max-w-96"
              >
                <option value="">all</option>
                <option value="studio">given here, known to be blind</option>
                <option value="imported">imported</option>
              </Select>
            )}
          </Field>
          <Choices
            legend="Without the labels of"
            name="without"
            all={choices.raters}
            chosen={filters?.withoutRaterIds}
          />
          <Field id="layer-located" label="Items whose target was found in the text">
            {(control) => (
              <Select
                {...control}
                name="located"
                defaultValue={filters?.located === undefined ? "" : filters.located ? "yes" : "no"}
                className="max-w-96"
              >
                <option value="">found or not</option>
                <option value="yes">only found</option>
                <option value="no">only not found</option>
              </Select>
            )}
          </Field>
          <Checkbox name="unflagged" value="1" label="Without flagged items" defaultChecked={filters?.withoutFlagged} />
          {choices.fields.map((field) => (
            <FieldFilter
              key={field.id}
              field={field}
              initial={filters?.fields?.find((entry) => entry.field === field.id)}
            />
          ))}
        </div>
      </details>
      <Cuts choices={choices} rows={rows} initial={initial} />
    </>
  );
}

type FilterProps = {
  field: LayerChoices["fields"][number];
  initial?: NonNullable<LayerSpec["filters"]["fields"]>[number];
};

function FieldFilter({ field, initial }: FilterProps) {
  const at = `field.${field.id}`;

  return (
    <FieldSet legend={field.label}>
      <input type="hidden" name="fields" value={field.id} />
      <div className="flex flex-wrap gap-3">
        <label className="grid min-w-52 flex-1 gap-1 text-sm text-ink-2">
          is one of, with commas between
          <Input name={`${at}.is`} defaultValue={initial?.is?.join(", ")} maxLength={2000} />
        </label>
        {field.number ? (
          <>
            <label className="grid gap-1 text-sm text-ink-2">
              at least
              <Input
                name={`${at}.atLeast`}
                type="number"
                step="any"
                defaultValue={initial?.atLeast}
                className="max-w-32"
              />
            </label>
            <label className="grid gap-1 text-sm text-ink-2">
              at most
              <Input
                name={`${at}.atMost`}
                type="number"
                step="any"
                defaultValue={initial?.atMost}
                className="max-w-32"
              />
            </label>
          </>
        ) : null}
      </div>
    </FieldSet>
  );
}

/** A value is * for all of it, or = and the split or label, so that no split's name can mean all. */
function Cuts({ choices, rows, initial }: Props) {
  const layers = choices.layers.filter((layer) => layer.rows === rows && !layer.retired);
  if (layers.length === 0 && choices.targetSets.length === 0) return null;
  const cuts = initial?.within ?? [];

  return (
    <details open={cuts.length > 0}>
      <summary className="cursor-pointer py-1 font-[550]">Intersection</summary>
      <div className="mt-4 grid gap-5">
        <p className="max-w-[60ch] text-sm text-ink-2">
          Rows are kept where they also lie in these. A cut never changes a label. Five at most.
        </p>
        {choices.targetSets.map((set) => {
          const cut = cuts.find((entry) => "targetSetId" in entry && entry.targetSetId === set.id);
          return (
            <Field key={set.id} id={`layer-set-${set.id}`} label={`Target set ${set.name}`}>
              {(control) => (
                <Select
                  {...control}
                  name={`set.${set.id}`}
                  defaultValue={cut && "targetSetId" in cut ? partValue(cut.split) : ""}
                  className="max-w-96"
                >
                  <option value="">not cut with it</option>
                  <option value="*">all of it</option>
                  {set.splits.map((split) => (
                    <option key={split} value={`=${split}`}>
                      split {split}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          );
        })}
        {layers.map((layer) => {
          const cut = cuts.find((entry) => "layerId" in entry && entry.layerId === layer.id);
          return (
            <Field key={layer.id} id={`layer-layer-${layer.id}`} label={`Layer ${layer.name}`}>
              {(control) => (
                <Select
                  {...control}
                  name={`layer.${layer.id}`}
                  defaultValue={cut && "layerId" in cut ? partValue(cut.labels?.[0]) : ""}
                  className="max-w-96"
                >
                  <option value="">not cut with it</option>
                  <option value="*">where it has a label</option>
                  {layer.labels.map((label) => (
                    <option key={label} value={`=${label}`}>
                      where it says {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          );
        })}
      </div>
    </details>
  );
}

function partValue(part: string | undefined): string {
  return part === undefined ? "*" : `=${part}`;
}
