import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import type { Preview } from "@/lib/corpus/preview";
import type { RecordFormat } from "@/lib/corpus/read-events";
import type { ImportFormat } from "@/lib/imports/wire";

const FORMATS: Record<RecordFormat, string> = {
  jsonl: "JSON lines",
  json: "JSON array",
  csv: "CSV",
  tsv: "TSV",
  qrels: "TREC qrels",
  masterset: "MasterSet, one file a paper",
};

const SEPARATORS: Record<string, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };

type ReadAsProps = {
  preview: Preview;
  format: ImportFormat;
  separator: string;
  onFormat: (format: ImportFormat) => void;
  onSeparator: (separator: string) => void;
};

/** The format that was found, to be overruled; and what was noticed while looking. */
export function ReadAs({ preview, format, separator, onFormat, onSeparator }: ReadAsProps) {
  const found = preview.format === undefined ? "not known" : FORMATS[preview.format];
  const table = preview.format === "csv" || preview.format === "tsv";
  const guessed = preview.separator === undefined ? "" : (SEPARATORS[preview.separator] ?? preview.separator);

  return (
    <div className="grid gap-3">
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field id="import-format" label="Format">
          {(control) => (
            <Select {...control} value={format} onChange={(event) => onFormat(event.target.value as ImportFormat)}>
              <option value="auto">Found: {found}</option>
              {Object.entries(FORMATS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {table ? (
          <Field id="import-separator" label="Separator">
            {(control) => (
              <Select {...control} value={separator} onChange={(event) => onSeparator(event.target.value)}>
                <option value="">Found: {guessed}</option>
                {Object.entries(SEPARATORS).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
      </div>
      {preview.notices.map((notice) => (
        <p key={notice} className="text-sm text-ink-2">
          {notice}
        </p>
      ))}
    </div>
  );
}
