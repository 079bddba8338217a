import { Notice } from "@/components/ui/notice";
import type { LintFinding } from "@/lib/releases/wire";

const SHOWN = 12;

/** What the linter found, refusals first, each with the rows it rests on. */
export function LintFindings({ findings }: { findings: readonly LintFinding[] }) {
  if (findings.length === 0) return <Notice tone="good" title="The linter found nothing to refuse or to mind." />;

  return (
    <ul className="grid gap-4">
      {findings.map(({ rule, level, words, rows, total }) => (
        <li
          key={`${rule} ${words}`}
          data-finding={rule}
          className={`border-s-2 ps-3.5 ${level === "refuse" ? "border-bad" : "border-warn"}`}
        >
          <p>
            <span className={`font-[550] ${level === "refuse" ? "text-bad" : "text-warn"}`}>
              {level === "refuse" ? "Refused" : "Mind"}:
            </span>{" "}
            {words}
          </p>
          {rows.length > 0 ? (
            <ul className="mt-1 text-sm text-ink-2">
              {rows.slice(0, SHOWN).map((row) => (
                <li key={row} className="break-words">
                  <bdi>{row}</bdi>
                </li>
              ))}
              {total > Math.min(SHOWN, rows.length) ? <li>… {total} in all.</li> : null}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
