import { Fragment } from "react";
import { cn } from "@/components/ui/cn";
import { passagePieces, type Range } from "./passage-pieces";
import { VisibleParts } from "./visible-text";

type PassageProps = { text: string; targets?: Range[]; citing?: Range[]; className?: string };

/** A passage as it is read: its target marked, the sentences around it in lighter ink. */
export function Passage({ text, targets, citing, className }: PassageProps) {
  const pieces = passagePieces(text, targets, citing);
  let at = 0;
  const placed = pieces.map((piece) => {
    const from = at;
    at += piece.text.length;

    return { ...piece, from };
  });

  return (
    <>
      <p data-slot="passage" className={cn("reading", className)}>
        <bdi dir="auto">
          {placed.map(({ from, text: part, near, target }) =>
            target === undefined ? (
              <span key={from} className={near ? "text-ink-2" : undefined}>
                <VisibleParts text={part} />
              </span>
            ) : (
              <Fragment key={from}>
                <span className="sr-only select-none">target citation: </span>
                <mark>
                  <VisibleParts text={part} />
                </mark>
              </Fragment>
            ),
          )}
        </bdi>
      </p>
      {targets && targets.length === 0 ? (
        <p className="mt-2 text-sm text-ink-2">Target not located in this passage.</p>
      ) : null}
    </>
  );
}
