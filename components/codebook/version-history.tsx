import { formatCount } from "@/components/ui/format-number";
import { Section } from "@/components/ui/text";
import { sayChange } from "@/lib/codebooks/say-change";
import type { CodebookHistoryEntry } from "@/lib/studies/wire";

/** What each version changed. Answers keep the version that they were given under. */
export function VersionHistory({ versions }: { versions: CodebookHistoryEntry[] }) {
  return (
    <Section title="Versions">
      <ol className="grid gap-5">
        {versions.map((version) => (
          <li key={version.version} className="max-w-[72ch]">
            <p className="flex flex-wrap gap-x-4">
              <b className="font-semibold">v{version.version}</b>
              <span>{version.createdAt.slice(0, 10)}</span>
              <span className="text-ink-2">{formatCount(version.labels)} answers</span>
              <code className="text-sm text-ink-2">{version.contentHash.slice(0, 12)}</code>
            </p>
            {version.note ? <p className="reading mt-1">{version.note}</p> : null}
            {version.changes.length > 0 ? (
              <ul className="mt-1 grid gap-1 text-ink-2">
                {version.changes.map((change) => (
                  <li key={`${change.kind} ${change.question} ${change.from} ${change.to}`} className="break-words">
                    {change.was !== undefined && change.is !== undefined ? (
                      <details>
                        <summary className="cursor-pointer">{sayChange(change)}</summary>
                        <dl className="mt-1 grid gap-1 ps-4">
                          <dt className="text-sm">Before</dt>
                          <dd className="reading whitespace-pre-wrap">{change.was}</dd>
                          <dt className="text-sm">Now</dt>
                          <dd className="reading whitespace-pre-wrap text-ink">{change.is}</dd>
                        </dl>
                      </details>
                    ) : (
                      sayChange(change)
                    )}
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
