import { formatCount } from "@/components/ui/format-number";
import { linkVariants, Section } from "@/components/ui/text";
import type { Funnel } from "@/lib/campaigns/wire";
import { campaignApi } from "./words";

const FORMATS = [
  ["parquet", "Parquet"],
  ["csv", "CSV"],
  ["jsonl", "JSON lines"],
] as const;

type Props = { slug: string; campaignId: string; funnel: Funnel };

/** The files of the campaign; what they mean stands beside them. */
export function ExportsView({ slug, campaignId, funnel }: Props) {
  const at = (rest: string) => campaignApi(slug, campaignId, rest);
  const link = linkVariants({ alone: true });

  return (
    <Section title="Take it along">
      <p className="mb-4 max-w-[72ch] font-read text-pretty">
        Only what a reviewer confirmed or flagged stands in these files, as pairs of ids.{" "}
        <b className="font-semibold">A work that nobody endorsed is unlabelled, never a negative</b>: authors name what
        they remember, of lists that they may not have read to the end. Answers from responders only.
      </p>
      <ul className="grid gap-2">
        <li className="flex flex-wrap items-center gap-x-4">
          <b className="font-medium">endorsement_pairs, public</b>
          {FORMATS.map(([format, word]) => (
            <a key={format} className={link} href={at(`/pairs?profile=public&format=${format}`)} download>
              {word}
            </a>
          ))}
        </li>
        <li className="flex flex-wrap items-center gap-x-4">
          <b className="font-medium">endorsement_pairs, of the team</b>
          {FORMATS.map(([format, word]) => (
            <a key={format} className={link} href={at(`/pairs?profile=team&format=${format}`)} download>
              {word}
            </a>
          ))}
          {funnel.withheldFromPublic > 0 ? (
            <span className="text-sm text-ink-2">
              {formatCount(funnel.withheldFromPublic)} {funnel.withheldFromPublic === 1 ? "pair" : "pairs"} more: their
              authors did not agree to be published with the paper’s identity
            </span>
          ) : null}
        </li>
        <li className="flex flex-wrap items-center gap-x-4">
          <b className="font-medium">qrels of the evaluable set, public</b>
          <a className={link} href={at("/pairs/qrels?profile=public")} download>
            all
          </a>
          {funnel.evaluableByTier.map(({ tier }) => (
            <a
              key={tier}
              className={link}
              href={at(`/pairs/qrels?${new URLSearchParams({ profile: "public", tier })}`)}
              download
            >
              {tier}
            </a>
          ))}
        </li>
        <li className="flex flex-wrap items-center gap-x-4">
          <b className="font-medium">funnel</b>
          <a className={link} href={at("/funnel/csv")} download>
            CSV
          </a>
        </li>
      </ul>
    </Section>
  );
}
