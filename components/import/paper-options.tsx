import { RadioGroup } from "@/components/ui/choice";
import { Field } from "@/components/ui/field";
import { Input, Select } from "@/components/ui/input";
import { Section } from "@/components/ui/text";
import type { BadFiles } from "@/lib/imports/wire";
import type { PaperReading } from "./import-head";
import type { Typed } from "./kind-options";

const FORMATS: Record<PaperReading["format"], string> = {
  auto: "Each by what it holds",
  tei: "TEI (GROBID)",
  jats: "JATS, PMC’s .nxml",
  "acm-cr": "ACM-CR XML",
  s2orc: "S2ORC JSON",
  unarxive: "unarXive JSON lines",
  nougat: "Nougat Markdown",
  masterset: "MasterSet, one file a paper",
};

type PaperOptionsProps = {
  reading: PaperReading;
  onReading: (reading: PaperReading) => void;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  /** Whether pairs of sentences are mined, in place of citations. */
  mined: boolean;
};

/** How the papers are read, what is done with a bad one, and what is said of all of them. */
export function PaperOptions({ reading, onReading, typed, onTyped, mined }: PaperOptionsProps) {
  const text = (part: "licence" | "sourceUrl", label: string, hint: string) => (
    <Field id={`import-${part}`} label={label} hint={hint}>
      {(control) => (
        <Input
          {...control}
          maxLength={part === "sourceUrl" ? 2000 : 200}
          value={typed[part]}
          onChange={(event) => onTyped({ ...typed, [part]: event.target.value })}
        />
      )}
    </Field>
  );

  return (
    <Section title="How they are read" className="mb-0">
      {mined ? (
        <p className="mb-5 max-w-[66ch] text-ink-2">
          Adjacent sentences are taken where the second opens with a marker of the lexicon that comes with Assay. Its
          markers are not vetted; with a lexicon of your own, use “assay mine”.
        </p>
      ) : null}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <Field id="import-paper-format" label="Format" hint="Names of files do not count.">
          {(control) => (
            <Select
              {...control}
              value={reading.format}
              onChange={(event) => onReading({ ...reading, format: event.target.value as PaperReading["format"] })}
            >
              {Object.entries(FORMATS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {mined ? null : (
          <Field
            id="import-window"
            label="Sentences around the citing one"
            hint="On each side, within its paragraph: 0 to 10."
          >
            {(control) => (
              <Input
                {...control}
                type="number"
                min={0}
                max={10}
                required
                value={reading.window}
                onChange={(event) => onReading({ ...reading, window: event.target.value })}
              />
            )}
          </Field>
        )}
        {text("licence", "Licence of the texts", "For the whole study. “unknown” counts as closed.")}
        {text("sourceUrl", "Source", "Where the texts come from.")}
      </div>
      <RadioGroup
        className="mt-6"
        name="bad-files"
        legend="If some papers cannot be read"
        value={reading.badFiles}
        onValueChange={(value) => onReading({ ...reading, badFiles: value as BadFiles })}
        options={[
          { value: "leave_out", label: "Leave them out", hint: "The rest goes in. Each is listed with its reason." },
          { value: "refuse", label: "Store nothing", hint: "All papers go in together, or none." },
        ]}
      />
    </Section>
  );
}
