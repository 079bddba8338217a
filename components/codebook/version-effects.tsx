import { formatCount } from "@/components/ui/format-number";
import { Notice } from "@/components/ui/notice";
import { sayChange } from "@/lib/codebooks/say-change";
import type { CodebookPreview } from "@/lib/studies/wire";

const some = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;

/** What adding this version would do, before it is done. */
export function VersionEffects({ preview }: { preview: CodebookPreview }) {
  const { again, labels, changes } = preview;
  const { closedRound, raterGone, imported } = again.elsewhere;
  const left = [
    closedRound > 0 ? `${formatCount(closedRound)} in closed rounds` : "",
    raterGone > 0 ? `${formatCount(raterGone)} of people who left` : "",
    imported > 0 ? `${formatCount(imported)} imported` : "",
  ].filter(Boolean);

  return (
    <div className="grid gap-4" aria-live="polite" data-slot="version-effects">
      <ul className="grid gap-1">
        {changes.map((change) => (
          <li key={`${change.kind} ${change.question} ${change.from} ${change.to}`} className="break-words">
            {sayChange(change)}
          </li>
        ))}
      </ul>
      <p className="max-w-[72ch] text-ink-2">
        No answer is altered. Of those given so far, {formatCount(labels.kept)} read as they are,{" "}
        {formatCount(labels.mapped)} are read as renamed or merged, {formatCount(labels.split)} fall under a split
        option and {formatCount(labels.dropped)} under a dropped one; the last two are left out of agreement and layers,
        and counted.
      </p>
      <Notice
        tone={again.slots > 0 ? "warn" : "info"}
        title={
          again.slots > 0
            ? `${some(again.items, "item", "items")} of ${some(again.raters, "rater", "raters")} will be asked again.`
            : "Nobody is asked anything again."
        }
      >
        {left.length > 0 ? `Split answers that nobody is asked for again: ${left.join(", ")}.` : null}
      </Notice>
    </div>
  );
}
