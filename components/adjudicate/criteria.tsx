import { DistinctionText } from "@/components/label/distinction-text";
import { Prose } from "@/components/label/prose";
import type { Codebook, CodebookQuestion } from "@/lib/codebooks/schema";

type CriteriaProps = { codebook: Codebook; question: CodebookQuestion; disputed: string[]; version: number };

/** What the codebook says on exactly the options in dispute: definitions, examples, what tells each two apart. */
export function Criteria({ codebook, question, disputed, version }: CriteriaProps) {
  const options = question.options.filter((option) => disputed.includes(option.id));
  const apart = codebook.distinctions.filter(
    (one) => one.question === question.id && one.options.every((option) => disputed.includes(option)),
  );

  return (
    <section aria-labelledby="criteria-title" data-slot="criteria" className="grid gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="criteria-title" className="text-lg font-semibold">
          What the guideline says
        </h2>
        <span className="text-sm text-ink-2">version {version}</span>
      </div>
      <dl className="grid gap-3">
        {options.map((option) => (
          <div key={option.id} className="border-s-2 ps-3.5">
            <dt className="font-[550]">{option.code ? `${option.code} · ${option.label}` : option.label}</dt>
            <dd className="text-ink-2">{option.definition || "No definition is given."}</dd>
            {option.examples.map((example) => (
              <dd key={example} className="mt-1 font-read text-[1.05em] text-ink-2 italic">
                “{example}”
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {apart.map((distinction) => (
        <DistinctionText key={distinction.options.join()} distinction={distinction} question={question} />
      ))}
      {question.criteria.length > 0 ? (
        <ul className="grid list-disc gap-1 ps-5 text-ink-2">
          {question.criteria.map((criterion) => (
            <li key={criterion.id}>{criterion.text}</li>
          ))}
        </ul>
      ) : null}
      {question.help ? <Prose text={question.help} /> : null}
    </section>
  );
}
