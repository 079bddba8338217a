import { cn } from "@/components/ui/cn";
import { visibleParts } from "./invisible";

/** Text from an item, kept from reordering what stands around it; characters that cannot be seen are shown as chips. */
export function VisibleText({ text, className }: { text: string; className?: string }) {
  return (
    <bdi dir="auto" className={cn(className)}>
      <VisibleParts text={text} />
    </bdi>
  );
}

/** The same within a line that is isolated already. The characters themselves are not sent to the line. */
export function VisibleParts({ text }: { text: string }) {
  return visibleParts(text).map((part) =>
    part.chip ? (
      <span
        key={part.at}
        data-slot="invisible"
        title="A character that cannot be seen"
        className="mx-0.5 rounded-sm border border-ink-3 px-1 align-middle font-work text-xs whitespace-nowrap text-ink-2"
      >
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}
