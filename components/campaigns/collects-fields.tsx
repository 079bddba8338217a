import { Checkbox } from "@/components/ui/choice";
import { FieldSet } from "@/components/ui/field";
import type { Collects } from "@/lib/campaigns/wire";

const FIELDS = [
  ["openRecall", "Open recall first", "Which works come to mind, before any list is shown."],
  [
    "referenceList",
    "The paper’s reference list after it",
    "Each author sees it in an order of their own, with a seed.",
  ],
  ["reasons", "Reasons", "Optional for authors, private, never released."],
  ["nonPaper", "Something that was not a paper", "A talk, a conversation, a failed experiment. Private, counted."],
  ["maybe", "Also “maybe”", "Kept and counted; never released as an endorsement."],
] as const;

export function CollectsFields({ collects, disabled }: { collects?: Collects | undefined; disabled: boolean }) {
  const on: Record<(typeof FIELDS)[number][0], boolean> = {
    openRecall: collects?.openRecall ?? true,
    referenceList: (collects?.referenceList ?? "after") === "after",
    reasons: collects?.reasons ?? true,
    nonPaper: collects?.nonPaper ?? true,
    maybe: collects?.maybe ?? false,
  };

  return (
    <FieldSet legend="What an author can say">
      {FIELDS.map(([name, label, hint]) => (
        <Checkbox key={name} name={name} label={label} hint={hint} defaultChecked={on[name]} disabled={disabled} />
      ))}
    </FieldSet>
  );
}
