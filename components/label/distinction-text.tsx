import type { CodebookDistinction, CodebookQuestion } from "@/lib/codebooks/schema";

type DistinctionTextProps = { distinction: CodebookDistinction; question: CodebookQuestion | undefined };

/** The question that tells two options apart, with examples of either. */
export function DistinctionText({ distinction, question }: DistinctionTextProps) {
  const name = (id: string) => {
    const option = question?.options.find((one) => one.id === id);

    return option?.code ?? option?.label ?? id;
  };

  return (
    <div className="grid gap-2">
      <p className="font-[550]">
        {name(distinction.options[0])} or {name(distinction.options[1])}? {distinction.ask}
      </p>
      <ul className="grid gap-1.5 text-ink-2">
        {distinction.examples.map((example) => (
          <li key={example.text}>
            <i className="font-read text-[1.05em]">“{example.text}”</i>{" "}
            <b className="text-ink">{name(example.option)}</b>
            {example.why ? `: ${example.why}` : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
