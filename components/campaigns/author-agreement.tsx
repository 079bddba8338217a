import { formatCount, formatDecimal, formatOf } from "@/components/ui/format-number";
import { Footnote, Section } from "@/components/ui/text";
import type { AuthorAgreement as Agreement } from "@/lib/endorsements/wire";

/** How far several authors of one paper name the same works; nothing where no paper has two. */
export function AuthorAgreement({ agreement }: { agreement: Agreement }) {
  const { papers, namedByAny, namedByAll, meanOverlap } = agreement;
  if (papers === 0 || meanOverlap === null) return null;

  return (
    <Section title="Agreement of the authors" className="mt-11">
      <p className="max-w-[60ch] font-read">
        {formatCount(papers)} {papers === 1 ? "paper was" : "papers were"} answered for by two or more of{" "}
        {papers === 1 ? "its" : "their"} authors. All of them named {formatOf(namedByAll, namedByAny)} works that any of
        them named; a paper’s mean overlap is <b className="font-semibold">{formatDecimal(meanOverlap)}</b>.
      </p>
      <Footnote>
        Overlap: works named by all over works named by any (Jaccard’s index), a mean over papers. “Maybe” does not
        count. Each paper is released once.
      </Footnote>
    </Section>
  );
}
