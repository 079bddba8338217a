import type { EndorseAnswer, EndorseView } from "@/lib/endorsements/wire";
import { type Change, type Entry, inOrder } from "./outbox-state";

/** What the author sees: the server's answers with those on top that are still on their way. Held ones are shown apart. */
export function withPending(view: EndorseView, entries: Entry[]): EndorseView {
  return inOrder(entries)
    .filter((entry) => !entry.held)
    .reduce((shown, entry) => applied(shown, entry.change), view);
}

export function applied(view: EndorseView, change: Change): EndorseView {
  switch (change.path) {
    case "answers":
      return { ...view, answers: tapped(view.answers, change.body) };
    case "works":
      return { ...view, answers: named(view.answers, change.body) };
    case "inspirations": {
      const { inspirationId, focalId, kind, text } = change.body;
      const there = view.inspirations.find((one) => one.inspirationId === inspirationId);
      const rest = view.inspirations.filter((one) => one !== there);
      const next = kind && { inspirationId, focalId, kind, text: text ?? there?.text ?? null };

      return { ...view, inspirations: next ? [...rest, next] : rest };
    }
    case "list-shown":
      return {
        ...view,
        papers: view.papers.map((paper) =>
          paper.focalId === change.body.focalId ? { ...paper, listShown: true } : paper,
        ),
      };
  }
}

type Tap = Extract<Change, { path: "answers" }>["body"];
type Named = Extract<Change, { path: "works" }>["body"];

function tapped(answers: EndorseAnswer[], { focalId, n, value, reason }: Tap): EndorseAnswer[] {
  const isIt = (one: EndorseAnswer) => one.focalId === focalId && one.n === n;
  if (value === null) return answers.filter((one) => !isIt(one));
  const there = answers.find(isIt);
  const text = reason === undefined ? {} : { reason: reason || null };
  if (there) return answers.map((one) => (isIt(one) ? { ...one, value, ...text } : one));
  const blank = { title: null, year: null, doi: null, corpusId: null, reason: null };

  return [...answers, { workId: `${focalId} ${n}`, focalId, n, source: "recognised", value, ...blank, ...text }];
}

function named(answers: EndorseAnswer[], { workId, value, reason, ...work }: Named): EndorseAnswer[] {
  if (value === null) return answers.filter((one) => one.workId !== workId);
  const there = answers.find((one) => one.workId === workId);
  const next = {
    ...work,
    workId,
    value,
    source: "recalled" as const,
    reason: reason === undefined ? (there?.reason ?? null) : reason || null,
  };

  return there ? answers.map((one) => (one === there ? next : one)) : [...answers, next];
}
