import Link from "next/link";
import { FaultList } from "@/components/http/fault-list";
import { Button, buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { ImportView } from "@/lib/imports/wire";
import { FaultTable } from "./fault-table";
import { plural } from "./format";
import type { UploadOutcome } from "./upload-import";

type ImportOutcomeProps = {
  slug: string;
  outcome: UploadOutcome;
  /** Whether the same files may hold labels as well. */
  onLabels: (() => void) | undefined;
  /** Absent where the way on is elsewhere on the page. */
  onNext: (() => void) | undefined;
};

/** How an import ended: what was stored, or why nothing was, and the next step. */
export function ImportOutcome({ slug, outcome, onLabels, onNext }: ImportOutcomeProps) {
  if (outcome.kind === "failed") return <FaultList problem={outcome.problem} />;
  const { view } = outcome;
  if (view.state === "cancelled") {
    return <Notice tone="warn" title="The import was cancelled. Nothing of it was stored." />;
  }
  if (view.state === "queued") {
    return (
      <Notice
        tone="good"
        title="The files have arrived and are read in the background. How far they are stands below; you may leave this page."
      >
        {onNext ? (
          <Button className="mt-3" onClick={onNext}>
            Import more
          </Button>
        ) : null}
      </Notice>
    );
  }
  if (view.state !== "done") {
    return (
      <div className="grid gap-5">
        <Notice
          tone="bad"
          title={`${plural(view.faultCount, "fault")} in ${view.fileName}. Nothing was stored; correct the file and import it again.`}
        />
        <FaultTable slug={slug} view={view} />
      </div>
    );
  }

  return (
    <div className="grid gap-5">
      <Notice tone="good" title={`${stored(view)}.`}>
        {view.notices.length > 0 ? (
          <ul className="mt-1 grid gap-0.5">
            {view.notices.map((notice) => (
              <li key={notice.reason}>{notice.reason}</li>
            ))}
          </ul>
        ) : null}
      </Notice>
      {view.faultCount > 0 ? (
        <>
          <Notice
            tone="warn"
            title={`${plural(view.faultCount, "paper or file", "papers or files")} could not be read and ${view.faultCount === 1 ? "was" : "were"} left out. The rest is stored.`}
          />
          <FaultTable slug={slug} view={view} />
        </>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Link
          href={`/studies/${slug}/${view.kind === "judge" ? "judges" : "items"}`}
          className={buttonVariants({ variant: "primary" })}
        >
          {view.kind === "judge" ? "See the judges" : "See the items"}
        </Link>
        {onLabels ? <Button onClick={onLabels}>Import labels from the same files</Button> : null}
        {onNext ? <Button onClick={onNext}>Import more</Button> : null}
      </div>
    </div>
  );
}

function stored({ kind, added, unchanged, rows }: ImportView): string {
  const one = kind === "items" || kind === "documents" ? "item" : "label";
  const what = `${plural(added, one)}${kind === "documents" ? ` from ${plural(rows, "paper")}` : ""}`;
  if (unchanged === 0) return `${what} added`;
  if (added === 0) return `Nothing new: all ${plural(unchanged, one)} were there already`;

  return `${what} added, ${plural(unchanged, "was", "were")} there already`;
}
