"use client";

import { useRouter } from "next/navigation";
import { useEffect, useMemo, useState } from "react";
import { uuid7 } from "@/components/label/uuid7";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/choice";
import { Notice } from "@/components/ui/notice";
import { Footnote, Section } from "@/components/ui/text";
import type { Codebook } from "@/lib/codebooks/schema";
import { paperFromPath } from "@/lib/corpus/paper-from-path";
import type { Preview } from "@/lib/corpus/preview";
import type { ImportFormat, ImportKind, RecordKind } from "@/lib/imports/wire";
import { FilePicker } from "./file-picker";
import { formatBytes, nameOf, placeOf, plural } from "./format";
import { importHead, type PaperReading, paperHead } from "./import-head";
import { ImportOutcome } from "./import-outcome";
import { ImportProgress } from "./import-progress";
import { KindOptions, type Typed } from "./kind-options";
import { guessColumns, mappingRows, toMapping } from "./mapping";
import { MappingFields } from "./mapping-fields";
import { NO_PAPER, PaperFields, type PaperTyped } from "./paper-fields";
import { PaperOptions } from "./paper-options";
import { type Checked, checkPreview, previewFile } from "./preview-file";
import { PreviewTable } from "./preview-table";
import { ReadAs } from "./read-as";
import { looksLikePaper } from "./recognise-papers";
import { useImport } from "./use-import";

type ImportWorkspaceProps = {
  slug: string;
  codebook: Codebook;
  study: { licence: string; sourceUrl: string };
  rounds: readonly string[];
  /** What the codebook takes from papers, if anything. */
  papers: "citations" | "pairs" | undefined;
};

/** Choose files, see their first rows as the import would take them, then import all of it or nothing. */
export function ImportWorkspace({ slug, codebook, study, rounds, papers: takesPapers }: ImportWorkspaceProps) {
  const router = useRouter();
  const [chosenKind, setKind] = useState<ImportKind>("items");
  const asPapers = chosenKind === "documents";
  const kind: RecordKind = asPapers ? "items" : chosenKind;
  const [reading, setReading] = useState<PaperReading>({ format: "auto", window: "1", badFiles: "leave_out" });
  const [files, setFiles] = useState<File[]>([]);
  const [picked, setPicked] = useState(0);
  const [format, setFormat] = useState<ImportFormat>("auto");
  const [separator, setSeparator] = useState("");
  const [preview, setPreview] = useState<Preview | null>(null);
  const [changed, setChanged] = useState<Record<string, string>>({});
  const [paper, setPaper] = useState<PaperTyped>(NO_PAPER);
  const [typed, setTyped] = useState<Typed>({
    ...study,
    run: "",
    model: "",
    promptHash: "",
    rater: "",
    round: "imported",
  });
  const { running, outcome, start, cancel, clear } = useImport(slug);

  const first = files[0];
  useEffect(() => {
    let current = true;
    if (!first || asPapers) setPreview(null);
    else {
      void previewFile(first, nameOf(first), format, separator, {}).then((found) => {
        if (current) setPreview(found);
      });
    }
    return () => {
      current = false;
    };
  }, [first, format, separator, asPapers]);

  const columns = preview?.columns ?? [];
  const fixed = preview?.format === "masterset" && kind === "items";
  const guessed = useMemo(
    () => (preview ? guessColumns(codebook, kind, preview.columns) : {}),
    [codebook, kind, preview],
  );
  const chosen = { ...guessed, ...changed };
  const mapping = fixed ? { map: {}, labels: {} } : toMapping(chosen);
  const checked = preview ? checkPreview(codebook, kind, preview, mapping) : null;
  const papers = files.map((file) => ({ name: nameOf(file), paper: paperOf(paper, nameOf(file)) }));
  const size = files.reduce((sum, file) => sum + file.size, 0);

  function take(next: File[]) {
    clear();
    setPreview(null);
    setFiles(next);
    setChanged({});
    const [sample] = next;
    if (!sample || !takesPapers || chosenKind !== "items") return;
    void looksLikePaper(sample).then(
      (paper) => paper && setKind("documents"),
      () => undefined, // Without the readers, the choice is the person's.
    );
  }

  async function submit() {
    const head = asPapers
      ? paperHead(uuid7(), files, reading, typed, study)
      : importHead(kind, uuid7(), files, { format, separator, mapping, typed, study, papers, fixed });
    const ended = await start(head, files);
    router.refresh();
    if (ended.kind === "ended" && isStored(ended.view.state)) setPicked((n) => n + 1);
  }

  if (running) return <ImportProgress running={running} onCancel={() => void cancel()} />;
  const done = outcome?.kind === "ended" && isStored(outcome.view.state);
  if (outcome && done) {
    return (
      <ImportOutcome
        slug={slug}
        outcome={outcome}
        onLabels={
          chosenKind === "items" && hasLabels(codebook, columns)
            ? () => {
                clear();
                setKind("human");
                setChanged({});
              }
            : undefined
        }
        onNext={() => take([])}
      />
    );
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-9"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {outcome ? <ImportOutcome slug={slug} outcome={outcome} onLabels={undefined} onNext={() => take([])} /> : null}
      <RadioGroup
        name="kind"
        legend="What the files hold"
        value={chosenKind}
        onValueChange={(value) => {
          setKind(value as ImportKind);
          setChanged({});
          clear();
        }}
        options={[
          { value: "items", label: "Items", hint: "What is to be labelled: contexts, instances, pairs, lists." },
          ...(takesPapers
            ? [{ value: "documents", label: "Papers", hint: `Full texts, whose ${takesPapers} become items.` }]
            : []),
          { value: "judge", label: "Judge labels", hint: "What a language model said about items that are here." },
          { value: "human", label: "People’s labels", hint: "Labels that people gave elsewhere." },
        ]}
      />
      <FilePicker key={picked} files={files} papers={asPapers} onFiles={take} />
      {asPapers && files.length > 0 ? (
        <>
          <PaperOptions
            reading={reading}
            onReading={setReading}
            typed={typed}
            onTyped={setTyped}
            mined={takesPapers === "pairs"}
          />
          <Actions text={`Import ${plural(files.length, "file")} (${formatBytes(size)})`} onOther={() => take([])} />
        </>
      ) : null}
      {preview && checked && !asPapers ? (
        <>
          <Section title="How it is read" className="mb-0">
            <ReadAs
              preview={preview}
              format={format}
              separator={separator}
              onFormat={setFormat}
              onSeparator={setSeparator}
            />
            {preview.records.length > 0 && !fixed ? (
              <div className="mt-6">
                <MappingFields
                  rows={mappingRows(codebook, kind, columns)}
                  columns={columns}
                  sample={(column) => sampleOf(preview, column)}
                  chosen={chosen}
                  onChoose={(id, column) => setChanged({ ...changed, [id]: column })}
                />
              </div>
            ) : null}
            {fixed ? (
              <div className="mt-6">
                <PaperFields typed={paper} onChange={setPaper} files={papers} />
              </div>
            ) : null}
          </Section>
          <Section title="First rows" className="mb-0">
            {preview.faults.length > 0 ? (
              <Notice tone="bad" title="The file cannot be read as it is." className="mb-4">
                <ul className="mt-1 grid gap-1">
                  {preview.faults.slice(0, 10).map((fault) => (
                    <li key={`${placeOf(fault)} ${fault.reason}`}>
                      {placeOf(fault)} {fault.reason}
                    </li>
                  ))}
                </ul>
              </Notice>
            ) : null}
            {checked.rows.length > 0 ? <PreviewTable checked={checked} /> : null}
            <Footnote>
              {first ? `${nameOf(first)}: ${summary(checked)} ` : ""}
              All of it is checked on import; with one fault, nothing is stored.
            </Footnote>
          </Section>
          <Section title="For all files" className="mb-0">
            <KindOptions
              kind={kind}
              typed={typed}
              onChange={setTyped}
              rounds={rounds}
              named={chosen[kind === "judge" ? "run" : "rater"] !== undefined}
            />
          </Section>
          <Actions text={`Import ${plural(files.length, "file")} (${formatBytes(size)})`} onOther={() => take([])} />
        </>
      ) : null}
    </form>
  );
}

function Actions({ text, onOther }: { text: string; onOther: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Button type="submit" variant="primary" size="lg">
        {text}
      </Button>
      <Button onClick={onOther}>Choose other files</Button>
    </div>
  );
}

/** Of a queued import the files are. */
function isStored(state: string): boolean {
  return state === "done" || state === "queued";
}

function summary({ rows }: Checked): string {
  const faulty = rows.filter((row) => row.faults.length > 0).length;
  const looked = `the first ${plural(rows.length, "record")}`;

  return faulty > 0 ? `${plural(faulty, "fault")} in ${looked}.` : `no fault in ${looked}.`;
}

function paperOf({ pattern, title, venue, year }: PaperTyped, name: string) {
  return paperFromPath(pattern === "" ? undefined : pattern, name, {
    ...(title !== "" && { query_title: title }),
    ...(venue !== "" && { venue }),
    ...(/^\d{4}$/.test(year) && { query_year: Number(year) }),
  });
}

function sampleOf(preview: Preview, column: string): string {
  for (const { value } of preview.records) {
    const cell = value[column];
    if (cell !== undefined && cell !== null && cell !== "") {
      return typeof cell === "string" ? cell.slice(0, 200) : JSON.stringify(cell).slice(0, 200);
    }
  }

  return "empty in the first rows";
}

function hasLabels(codebook: Codebook, columns: readonly string[]): boolean {
  return Object.keys(guessColumns(codebook, "human", columns)).some((id) => id.startsWith("label:"));
}
