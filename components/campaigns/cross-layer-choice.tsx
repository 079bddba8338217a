import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/choice";
import { Select } from "@/components/ui/input";
import { campaignAt } from "./words";

const UNIVERSES = [
  {
    value: "a",
    label: "All context-linked edges of answering papers",
    hint: "Also those that the author never had before their eyes. κ with “not chosen” as negative.",
  },
  {
    value: "b",
    label: "Only edges that were shown to the author",
    hint: "Chosen, or shown and passed over. κ with “passed over” as negative.",
  },
  {
    value: "c",
    label: "Endorsed pairs only",
    hint: "There are no negatives: the share that the layer calls ROOT, and no κ.",
  },
];

/** `value`: rater, question and options, as the address has them. */
export type LayerSource = { value: string; label: string };

type Props = {
  slug: string;
  campaignId: string;
  given: { universe?: string | undefined; source?: string | undefined };
  sources: LayerSource[];
};

/** The universe has no default: it is chosen before anything is computed. */
export function CrossLayerChoice({ slug, campaignId, given, sources }: Props) {
  return (
    <form action={campaignAt(slug, campaignId, "/cross-layer")} className="mb-9 grid max-w-[72ch] gap-5">
      <RadioGroup
        name="universe"
        legend="Over which edges?"
        hint="Chosen before anything is computed, because the number depends on it."
        options={UNIVERSES}
        defaultValue={given.universe ?? ""}
        required
      />
      <label className="grid gap-1 text-sm text-ink-2">
        The other layer
        <Select name="source" defaultValue={given.source ?? ""}>
          <option value="">as it came with the reference lists</option>
          {sources.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      <div>
        <Button type="submit" variant="primary">
          Compute
        </Button>
      </div>
    </form>
  );
}
