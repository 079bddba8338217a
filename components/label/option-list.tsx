import { cn } from "@/components/ui/cn";
import { Kbd } from "@/components/ui/kbd";
import type { CodebookOption, CodebookQuestion } from "@/lib/codebooks/schema";

const inks = ["text-c1", "text-c2", "text-c3", "text-c4", "text-c5", "text-c6"];

type OptionListProps = {
  question: CodebookQuestion;
  chosen: string | undefined;
  /** The option that is being looked at: its definition is shown below. */
  onLook: (option: CodebookOption | null) => void;
  onChoose: (option: CodebookOption) => void;
  labelledBy: string;
  showKeys: boolean;
  disabled?: boolean;
};

/** The options of one question, each a button with its key. */
export function OptionList(props: OptionListProps) {
  const { question, chosen, onLook, onChoose, labelledBy, showKeys, disabled } = props;
  const ranks = question.options.every((option) => isRank(question, option));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in all browsers.
    <div
      role="group"
      aria-labelledby={labelledBy}
      className={cn(
        "grid gap-1 md:grid-cols-1 md:gap-0.5",
        ranks ? "grid-cols-5" : question.options.length === 3 ? "grid-cols-3" : "grid-cols-2",
      )}
    >
      {question.options.map((option, i) => {
        const id = `option-${question.id}-${option.id}`;
        const newGroup = i > 0 && option.group !== question.options[i - 1]?.group;

        return (
          <div key={option.id} className={cn(newGroup && "md:mt-2.5")}>
            <button
              type="button"
              data-slot="option"
              aria-pressed={chosen === option.id}
              aria-disabled={disabled || undefined}
              aria-describedby={option.definition ? `${id}-definition` : undefined}
              aria-keyshortcuts={showKeys ? option.key : undefined}
              onPointerEnter={(event) => event.pointerType === "mouse" && onLook(option)}
              onPointerLeave={() => onLook(null)}
              onFocus={() => onLook(option)}
              onBlur={() => onLook(null)}
              onClick={(event) => {
                // The second click of a double click would fall on the next item's option.
                if (!disabled && event.detail < 2) onChoose(option);
              }}
              className={cn(
                "flex min-h-11 w-full items-center gap-2 rounded-lg border border-rule px-2.5 py-1.5 text-start hover:bg-accent-soft md:min-h-9 md:border-transparent pointer-coarse:min-h-11",
                chosen === option.id && "bg-accent-soft font-semibold shadow-[inset_2px_0_0_var(--accent)]",
              )}
            >
              {showKeys && option.key ? <Kbd className="hidden min-w-6 md:inline-block">{option.key}</Kbd> : null}
              {option.code ? (
                <span className={cn("min-w-7 text-sm font-[650]", inks[i % inks.length])}>{option.code}</span>
              ) : ranks ? (
                <span className="min-w-4 font-[650] max-md:mx-auto md:text-sm">{option.id}</span>
              ) : null}
              <span className={cn("min-w-0", ranks && "max-md:sr-only")}>{option.label}</span>
            </button>
            {option.definition ? (
              <span id={`${id}-definition`} className="sr-only">
                {option.definition}
              </span>
            ) : null}
          </div>
        );
      })}
      {ranks ? (
        <p aria-hidden="true" className="col-span-full flex justify-between gap-4 text-sm text-ink-2 md:hidden">
          <RankWords question={question} chosen={chosen} />
        </p>
      ) : null}
    </div>
  );
}

/** Where there is room for the figures alone: what the ends mean, and what was chosen. */
function RankWords({ question, chosen }: { question: CodebookQuestion; chosen: string | undefined }) {
  const option = question.options.find((one) => one.id === chosen);
  if (option) return `${option.id} · ${option.label}`;

  return (
    <>
      <span>{question.options[0]?.label}</span>
      <span>{question.options.at(-1)?.label}</span>
    </>
  );
}

function isRank(question: CodebookQuestion, option: CodebookOption): boolean {
  return question.scale === "ordinal" && /^\d+$/.test(option.id) && option.label !== option.id;
}

/** What the looked-at option means. It stands last, so that nothing moves while one looks. */
export function Definition({ option }: { option: CodebookOption | undefined }) {
  return (
    <div aria-hidden="true" data-slot="definition" className="mt-4 hidden text-sm md:block">
      {option?.definition ? (
        <div className="border-s-2 ps-3.5">
          <p className="font-[550]">{option.code ? `${option.code} · ${option.label}` : option.label}</p>
          <p className="text-ink-2">{option.definition}</p>
          {option.examples[0] ? <p className="mt-1 text-ink-2 italic">“{option.examples[0]}”</p> : null}
        </div>
      ) : null}
    </div>
  );
}
