import { Field, FieldSet } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RowTh, Table, Td, Th } from "@/components/ui/table";
import { Footnote } from "@/components/ui/text";
import { checkPathPattern } from "@/lib/corpus/path-pattern";
import type { MasterSetFile } from "@/lib/corpus/read-events";

export type PaperTyped = { pattern: string; title: string; venue: string; year: string };
export const NO_PAPER: PaperTyped = { pattern: "", title: "", venue: "", year: "" };

const SHOWN = 6;

type PaperFieldsProps = {
  typed: PaperTyped;
  onChange: (typed: PaperTyped) => void;
  files: { name: string; paper: MasterSetFile }[];
};

/** MasterSet's files do not name their own paper: it comes from the path, or is typed once. Each part may stay empty. */
export function PaperFields({ typed, onChange, files }: PaperFieldsProps) {
  const set = (part: keyof PaperTyped) => (event: { target: { value: string } }) =>
    onChange({ ...typed, [part]: event.target.value });
  const wrong = typed.pattern === "" ? undefined : checkPathPattern(typed.pattern);

  return (
    <FieldSet legend="The citing paper of each file" hint="Each part may stay empty.">
      <div className="mt-2 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field
          id="paper-pattern"
          label="From the path"
          hint="{venue}/{year}/{title}.json"
          error={wrong}
          className="lg:col-span-1"
        >
          {(control) => <Input {...control} value={typed.pattern} onChange={set("pattern")} spellCheck={false} />}
        </Field>
        <Field id="paper-title" label="Title" hint="for all files">
          {(control) => <Input {...control} value={typed.title} onChange={set("title")} maxLength={2000} />}
        </Field>
        <Field id="paper-venue" label="Venue" hint="for all files">
          {(control) => <Input {...control} value={typed.venue} onChange={set("venue")} maxLength={200} />}
        </Field>
        <Field id="paper-year" label="Year" hint="for all files">
          {(control) => (
            <Input {...control} value={typed.year} onChange={set("year")} inputMode="numeric" maxLength={4} />
          )}
        </Field>
      </div>
      <Table label="Papers" containerClassName="mt-4">
        <thead>
          <tr>
            <Th>File</Th>
            <Th>Title</Th>
            <Th>Venue</Th>
            <Th numeric>Year</Th>
          </tr>
        </thead>
        <tbody>
          {files.slice(0, SHOWN).map(({ name, paper }) => (
            <tr key={name}>
              <RowTh className="max-w-[40ch] break-words text-ink-2">{name}</RowTh>
              <Td>{paper.query_title ?? "–"}</Td>
              <Td>{paper.venue ?? "–"}</Td>
              <Td numeric>{paper.query_year ?? "–"}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {files.length > SHOWN ? <Footnote>and {files.length - SHOWN} more files.</Footnote> : null}
    </FieldSet>
  );
}
