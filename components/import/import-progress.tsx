import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/ui/format-number";
import { Progress } from "@/components/ui/progress";
import { formatBytes } from "./format";
import type { Running } from "./use-import";

/** How much has been read; then that the rest is checking and storing. */
export function ImportProgress({ running, onCancel }: { running: Running; onCancel: () => void }) {
  const { done, total, rows } = running;
  const read = done >= total && total > 0;
  const records = rows > 0 ? `${formatCount(rows)} records` : "";
  const amount = `${formatBytes(done)} of ${formatBytes(total)} read`;
  const text = read
    ? `All read${records ? `, ${records}` : ""}: now they are compared and stored.`
    : [amount, records].filter(Boolean).join(", ");

  return (
    <div className="grid max-w-[66ch] gap-3">
      <p className="font-read text-xl">Importing</p>
      <Progress label="Import" value={done} max={total} text={text} className="h-1" />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="flex-1 text-ink-2">{text}</p>
        <Button onClick={onCancel} pending={running.cancelling}>
          Cancel
        </Button>
      </div>
      <p className="text-sm text-ink-2">All of it is stored, or nothing. Keep this page open until it is done.</p>
    </div>
  );
}
