import Link from "next/link";
import { formatCount } from "@/components/ui/format-number";
import type { StudyRow } from "@/lib/studies/wire";

function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A rater’s way leads to the label page, everybody else's into the studio. */
export function StudyList({ studies }: { studies: StudyRow[] }) {
  return (
    <ul className="border-t">
      {studies.map((study) => {
        const studio = study.roles.length === 0 || study.roles.some((role) => role !== "rater");
        const rater = study.roles.includes("rater");

        return (
          <li key={study.slug} className="grid gap-1.5 border-b py-5">
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <Link
                href={studio ? `/studies/${study.slug}` : `/label/${study.slug}`}
                className="font-read text-xl font-semibold text-ink hover:text-accent"
              >
                {study.name}
              </Link>
              {study.demo ? <span className="text-sm text-ink-2">demo, invented papers</span> : null}
              {rater && studio ? (
                <Link href={`/label/${study.slug}`} className="text-accent">
                  Label
                </Link>
              ) : null}
            </div>
            {study.description ? <p className="max-w-[66ch] text-ink-2">{study.description}</p> : null}
            <p className="text-sm text-ink-2">
              {counted(study.items, "item")} · {counted(study.labels, "label")} · {counted(study.raters, "rater")} ·{" "}
              {counted(study.judges, "judge")}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
