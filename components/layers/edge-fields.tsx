import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import type { LayerChoices, LayerRule } from "@/lib/layers/wire";

type Props = {
  question: LayerChoices["questions"][number] | undefined;
  judges: LayerChoices["judges"];
  initial?: Extract<LayerRule, { kind: "edge" }>;
};

/** When a pair of papers is positive by its contexts. */
export function EdgeFields({ question, judges, initial }: Props) {
  const options = question?.options ?? [];

  return (
    <>
      <Field
        id="layer-edge-least"
        label="Positive contexts needed"
        hint="k: with 1 a pair is positive as soon as one of its contexts is, with 2 it takes two."
      >
        {(control) => (
          <Input
            {...control}
            name="edge.least"
            type="number"
            min={1}
            max={100}
            defaultValue={initial?.least ?? 1}
            className="max-w-32"
          />
        )}
      </Field>
      {(["positive", "negative"] as const).map((side) => (
        <Field
          key={side}
          id={`layer-edge-${side}`}
          label={side === "positive" ? "What makes a context positive" : "The pair’s label where it is not positive"}
        >
          {(control) => (
            <Select
              {...control}
              key={question?.id}
              name={`edge.${side}`}
              defaultValue={initial?.[side] ?? ""}
              className="max-w-96"
            >
              <option value="">
                {side === "positive" ? `the first option: ${options[0]?.id ?? ""}` : "the one remaining option"}
              </option>
              {options.map((option) => (
                <option key={option.id} value={option.id}>
                  {option.id} · {option.label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      {judges.length > 0 ? (
        <Field id="layer-edge-probability" label="Carry the highest probability of">
          {(control) => (
            <Select
              {...control}
              name="edge.probability"
              defaultValue={initial?.probabilityJudgeId ?? ""}
              className="max-w-96"
            >
              <option value="">nobody</option>
              {judges.map((judge) => (
                <option key={judge.id} value={judge.id}>
                  {judge.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
    </>
  );
}
