"use client";

import { Dialog as Primitive } from "@base-ui/react/dialog";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { guidelineFor } from "@/lib/codebooks/guideline";
import type { Codebook } from "@/lib/codebooks/schema";
import { DistinctionText } from "./distinction-text";
import { Prose } from "./prose";

type GuidelineSheetProps = {
  codebook: Codebook;
  version: number;
  finalFocus: () => HTMLElement | null;
  onClose: () => void;
};

/** The whole guideline in a sheet from the right; the item stays in sight. */
export function GuidelineSheet({ codebook, version, finalFocus, onClose }: GuidelineSheetProps) {
  const guideline = guidelineFor(codebook, "human");

  return (
    <Primitive.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Viewport className="fixed inset-y-0 end-0 z-40 w-full max-w-[30rem]">
          <Primitive.Popup
            data-slot="guideline"
            finalFocus={finalFocus}
            className="grid h-full content-start gap-6 overflow-y-auto border-s bg-sheet px-6 py-5 text-ink shadow-raised outline-none"
          >
            <div className="sticky -top-5 -mx-6 -mt-5 flex items-baseline gap-3 border-b bg-sheet px-6 py-3">
              <Primitive.Title className="font-read text-xl font-semibold">{guideline.title}</Primitive.Title>
              <span className="text-sm text-ink-2">guideline, version {version}</span>
              <Primitive.Close render={<Button variant="quiet" size="sm" className="ms-auto" />}>
                Close <Kbd>g</Kbd>
              </Primitive.Close>
            </div>
            <Prose text={guideline.about} />
            {guideline.questions.map((question) => (
              <GuidelineQuestion key={question.id} codebook={codebook} id={question.id} />
            ))}
            {guideline.rules.length > 0 ? <ListOf title="Rules" lines={guideline.rules} /> : null}
            {guideline.skipReasons.length > 0 ? (
              <ListOf title="When to skip" lines={guideline.skipReasons.map((reason) => reason.label)} />
            ) : null}
          </Primitive.Popup>
        </Primitive.Viewport>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function GuidelineQuestion({ codebook, id }: { codebook: Codebook; id: string }) {
  const question = codebook.questions.find((one) => one.id === id);
  if (!question) return null;
  const distinctions = codebook.distinctions.filter((one) => one.question === id);

  return (
    <section className="grid gap-3">
      <h3 className="text-lg font-semibold">{question.title}</h3>
      <p>{question.text}</p>
      <dl className="grid gap-2.5">
        {question.options.map((option) => (
          <div key={option.id}>
            <dt className="font-semibold">{option.code ? `${option.code} · ${option.label}` : option.label}</dt>
            {option.definition ? <dd className="text-ink-2">{option.definition}</dd> : null}
            {option.examples.map((example) => (
              <dd key={example} className="text-ink-2 italic">
                “{example}”
              </dd>
            ))}
          </div>
        ))}
      </dl>
      {question.criteria.length > 0 ? (
        <ListOf title="Criteria" lines={question.criteria.map((criterion) => criterion.text)} />
      ) : null}
      {question.help ? <Prose text={question.help} /> : null}
      {distinctions.map((distinction) => (
        <DistinctionText key={distinction.options.join()} distinction={distinction} question={question} />
      ))}
    </section>
  );
}

function ListOf({ title, lines }: { title: string; lines: string[] }) {
  return (
    <div className="grid gap-1.5">
      <h4 className="font-[550]">{title}</h4>
      <ul className="grid list-disc gap-1 ps-5 text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}
