import { Kbd } from "@/components/ui/kbd";
import { Section } from "@/components/ui/text";
import type { Codebook } from "@/lib/codebooks/schema";

export function CodebookView({
  codebook,
  guideline,
  prompt,
}: {
  codebook: Codebook;
  guideline: string;
  prompt: string;
}) {
  return (
    <>
      {codebook.questions.map((question) => (
        <Section key={question.id} title={question.title}>
          <p className="reading mb-4">{question.text}</p>
          <dl className="grid max-w-[72ch] gap-3">
            {question.options.map((option) => (
              <div key={option.id} className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-2">
                <dt className="grid grid-cols-[2rem_minmax(0,1fr)] items-baseline gap-x-2 font-semibold">
                  {option.key ? <Kbd>{option.key}</Kbd> : <span />}
                  {option.code ?? option.id}
                </dt>
                <dd>
                  {option.label}
                  {option.askedOf === "judge" ? <span className="text-ink-2"> (judges only)</span> : null}
                  {option.definition ? <span className="block text-ink-2">{option.definition}</span> : null}
                </dd>
              </div>
            ))}
          </dl>
        </Section>
      ))}
      {codebook.derived.length === 0 ? null : (
        <Section title="Derived labels">
          <ul className="grid gap-1.5">
            {codebook.derived.map((derived) => (
              <li key={derived.id}>
                <b className="font-semibold">{derived.title}</b>{" "}
                <span className="text-ink-2">{derived.options.map((option) => option.label).join(" / ")}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="In full">
        <details className="border-t py-3">
          <summary className="cursor-pointer font-medium">The raters’ guideline</summary>
          <pre className="reading mt-3 whitespace-pre-wrap">{guideline}</pre>
        </details>
        <details className="border-y py-3">
          <summary className="cursor-pointer font-medium">The judge’s prompt</summary>
          <pre className="mt-3 max-w-[80ch] text-sm whitespace-pre-wrap">{prompt}</pre>
        </details>
      </Section>
    </>
  );
}
