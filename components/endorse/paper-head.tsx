"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useEndorse } from "./endorse-context";
import { papersOf, type Step } from "./steps";
import { useAct } from "./use-act";

/** Who is answering about which paper, and how far they are. */
export function PaperHead({ step }: { step: Step }) {
  const { view, say } = useEndorse();
  const { paper, nth, of } = step;
  const papers = papersOf(view);
  const place = { step: nth, steps: of };

  return (
    <header className="mb-5">
      <NotYou focalId={paper.focalId} />
      <h1 tabIndex={-1} className="mt-4 font-read text-3xl font-semibold tracking-[-0.01em] text-balance outline-none">
        {paper.title}
      </h1>
      <p className="mt-1 text-sm text-ink-2">
        {[paper.year, paper.references.length > 0 ? say("references", { n: paper.references.length }) : null]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        {papers.length > 1
          ? say("step", { ...place, paper: papers.indexOf(paper) + 1, papers: papers.length })
          : say("stepOnly", place)}
      </p>
    </header>
  );
}

function NotYou({ focalId }: { focalId: string }) {
  const { view, say } = useEndorse();
  const [open, setOpen] = useState(false);
  const [act, problem] = useAct();

  return (
    <div className="text-sm text-ink-2">
      <p>
        {say("answeringAs", { email: view.maskedEmail })}{" "}
        <button
          type="button"
          aria-expanded={open}
          className="inline-flex min-h-11 items-center text-accent underline-offset-3 hover:underline"
          onClick={() => setOpen(!open)}
        >
          {say("notYou")}
        </button>
      </p>
      {open ? (
        <div className="grid gap-2 border-s-2 border-warn ps-3.5">
          <p>{say("notYouHint")}</p>
          <Button onClick={() => void act("not-me", {})}>{say("notYouAll")}</Button>
          <Button onClick={() => void act("not-me", { focalId })}>{say("notYouPaper")}</Button>
          <Button variant="quiet" onClick={() => setOpen(false)}>
            {say("cancel")}
          </Button>
          {problem}
        </div>
      ) : null}
    </div>
  );
}
