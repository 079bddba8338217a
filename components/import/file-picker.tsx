"use client";

import { FileDrop } from "@/components/ui/file-drop";
import { formatBytes, nameOf, plural } from "./format";

type FilePickerProps = { files: readonly File[]; papers: boolean; onFiles: (files: File[]) => void };

const RECORDS = "JSON lines, JSON, CSV or TSV, TREC qrels, MasterSet’s per-paper JSON. Told apart by what they hold.";
const PAPERS =
  "Full texts: GROBID TEI, JATS, S2ORC JSON, unarXive, Nougat Markdown, MasterSet’s JSON. Several kinds may be mixed.";

/** Files by drop or by choice, or a whole folder, whose paths may name venue, year and title. */
export function FilePicker({ files, papers, onFiles }: FilePickerProps) {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  const [first] = files;

  return (
    <div className="grid gap-3">
      <FileDrop label="Drop files here, or choose them" hint={papers ? PAPERS : RECORDS} multiple onFiles={onFiles} />
      <label className="grid gap-1 text-sm text-ink-2">
        Or a folder with all its files
        <input
          type="file"
          multiple
          {...{ webkitdirectory: "" }}
          onChange={(event) => {
            const inside = Array.from(event.target.files ?? []).filter((file) => !file.name.startsWith("."));
            onFiles(inside.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)));
          }}
          className="max-w-full file:me-3 file:min-h-8 file:rounded-md file:border file:border-solid file:border-rule file:bg-sheet file:px-3 file:text-ink pointer-coarse:file:min-h-11"
        />
      </label>
      <p aria-live="polite" className="text-ink-2">
        {first ? `${files.length === 1 ? nameOf(first) : plural(files.length, "file")}, ${formatBytes(size)}` : ""}
      </p>
    </div>
  );
}
