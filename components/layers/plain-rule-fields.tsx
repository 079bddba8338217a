import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import type { ItemRule, LayerChoices } from "@/lib/layers/wire";
import { Choices } from "./choices";
import type { RuleKind } from "./rule-kinds";

type Props = { at: string; kind: RuleKind; ordinal: boolean; judges: LayerChoices["judges"]; initial?: ItemRule };

const TIES = [
  ["no_label", "have no label"],
  ["lowest", "take the lowest of the tied options"],
  ["highest", "take the highest of the tied options"],
  ["lower_median", "take the lower median of all labels"],
  ["upper_median", "take the upper median of all labels"],
] as const;

/** What majority, unanimous, median and the model of raters want to know. Fields are named after `at`. */
export function PlainRuleFields({ at, kind, ordinal, judges, initial }: Props) {
  const id = at.replaceAll(".", "-");
  if (kind === "dawid_skene") {
    const given = initial?.kind === kind ? initial : undefined;
    return (
      <>
        <Field id={`${id}-posterior`} label="Least posterior" hint="From 0 to 1. Items below it have no label.">
          {(control) => (
            <Input
              {...control}
              name={`${at}.posterior`}
              type="number"
              min={0}
              max={1}
              step="any"
              defaultValue={given?.posterior ?? 0.5}
              className="max-w-32"
            />
          )}
        </Field>
        <input type="hidden" name={`${at}.smoothing`} value={given?.smoothing ?? 0.1} />
        <Choices
          legend="Judges whose labels join the people’s"
          name={`${at}.judges`}
          all={judges}
          chosen={given?.judgeIds}
        />
      </>
    );
  }
  if (kind !== "majority" && kind !== "unanimous" && kind !== "median") return null;
  const given = initial?.kind === kind ? initial : undefined;

  return (
    <>
      {kind === "majority" && ordinal ? (
        <Field id={`${id}-tie`} label="Ties">
          {(control) => (
            <Select
              {...control}
              name={`${at}.tie`}
              defaultValue={given?.kind === "majority" ? given.tie : "no_label"}
              className="max-w-96"
            >
              {TIES.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {kind === "median" ? (
        <Field id={`${id}-which`} label="Of an even number of labels">
          {(control) => (
            <Select
              {...control}
              name={`${at}.which`}
              defaultValue={given?.kind === "median" ? given.which : "lower"}
              className="max-w-96"
            >
              <option value="lower">the lower of the two in the middle</option>
              <option value="upper">the upper of the two in the middle</option>
            </Select>
          )}
        </Field>
      ) : null}
      <Field id={`${id}-least`} label="Least number of labels" hint="Items with fewer have no label.">
        {(control) => (
          <Input
            {...control}
            name={`${at}.least`}
            type="number"
            min={1}
            max={100}
            defaultValue={given?.least ?? 1}
            className="max-w-32"
          />
        )}
      </Field>
    </>
  );
}
