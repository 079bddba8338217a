import { Notice } from "@/components/ui/notice";
import type { Problem } from "./send-json";

/** What the server refused, place by place. */
export function FaultList({ problem }: { problem: Problem }) {
  const faults = problem.faults ?? [];

  return (
    <Notice tone="bad" title={problem.title}>
      {faults.length === 0 ? null : (
        <ul className="mt-2 grid max-h-72 gap-1 overflow-y-auto">
          {faults.map((fault, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two faults may be alike, and the list never changes in place
            <li key={index}>
              <span className="text-ink-2">
                {[fault.file, fault.line && `line ${fault.line}`, fault.column && `column ${fault.column}`]
                  .filter(Boolean)
                  .join(", ")}
              </span>{" "}
              {fault.reason}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
