import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { RecordKind } from "@/lib/imports/wire";

/** What is typed once for all files of an import. Empty: left out. */
export type Typed = {
  licence: string;
  sourceUrl: string;
  run: string;
  model: string;
  promptHash: string;
  rater: string;
  round: string;
};

type KindOptionsProps = {
  kind: RecordKind;
  typed: Typed;
  onChange: (typed: Typed) => void;
  rounds: readonly string[];
  /** Whether a column tells the run or the rater. */
  named: boolean;
};

export function KindOptions({ kind, typed, onChange, rounds, named }: KindOptionsProps) {
  const input = (part: keyof Typed, label: string, hint: string, more: object = {}) => (
    <Field id={`import-${part}`} label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          {...more}
          maxLength={part === "sourceUrl" ? 2000 : 200}
          value={typed[part]}
          onChange={(event) => onChange({ ...typed, [part]: event.target.value })}
        />
      )}
    </Field>
  );

  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
      {kind === "items" ? (
        <>
          {input("licence", "Licence of the texts", "For the whole study. “unknown” counts as closed.")}
          {input("sourceUrl", "Source", "Where the texts come from.")}
        </>
      ) : null}
      {kind === "judge" ? (
        <>
          {input("run", "Run", named ? "Empty: as the column says." : "The judge’s name. Empty: the file’s name.")}
          {input("model", "Model", "Empty: not stated.")}
          {input("promptHash", "Prompt hash", "Empty: not stated.")}
        </>
      ) : null}
      {kind === "human" ? (
        <>
          {input("rater", "Rater", named ? "Empty: as the column says." : "One name for the whole file.")}
          {input("round", "Round", "Made where there is none of this name.", { list: "import-rounds" })}
          <datalist id="import-rounds">
            {rounds.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      ) : null}
    </div>
  );
}
