"use client";

import { Button, buttonVariants } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Codebook } from "@/lib/codebooks/schema";
import type { OutboxEntry, OutboxView } from "./outbox-state";
import { overdue } from "./outbox-state";
import { saveJson } from "./save-json";

type OutboxNoticesProps = {
  outbox: OutboxView;
  codebook: Codebook | undefined;
  signedOut: boolean;
  here: string;
  onKeepNewer: (entry: OutboxEntry) => void;
  onInsist: (entry: OutboxEntry) => void;
  onGiveUp: (entry: OutboxEntry) => void;
  onRetry: (entry: OutboxEntry) => void;
  /** Whether the item is at hand, and how to get to it. */
  onShow?: (slotId: string) => void;
  currentId: string | null;
  foreignEntries: () => Promise<OutboxEntry[]>;
  mayTimeOut: boolean;
};

/** What the rater must know or decide about answers that are not saved yet. */
export function OutboxNotices(props: OutboxNoticesProps) {
  const { outbox, signedOut, here, mayTimeOut } = props;
  const held = outbox.mine.filter((entry) => entry.held);
  const waiting = outbox.mine.length - held.length;
  const old = mayTimeOut ? overdue(outbox, Date.now()) : 0;
  if (!signedOut && outbox.durable && old === 0 && outbox.foreign === 0 && held.length === 0) return null;

  return (
    <div className="mb-6 grid gap-4">
      {signedOut ? (
        <Notice tone="warn" title="You are signed out.">
          {waiting > 0
            ? `${answers(waiting)} kept in this browser and will be sent after you sign in as yourself. `
            : ""}
          <a
            className={buttonVariants({ variant: "link", size: "sm" })}
            href={`/sign-in?next=${encodeURIComponent(here)}`}
            target="_blank"
            rel="noreferrer"
          >
            Sign in in a new tab
          </a>{" "}
          and come back here; you keep your place.
        </Notice>
      ) : null}
      {outbox.durable ? null : (
        <Notice tone="warn" title="This browser does not keep answers.">
          They are sent as you go, but those that wait are lost with this tab. Leave it open until all are saved.
        </Notice>
      )}
      {old > 0 ? (
        <Notice tone="warn" title={`${answers(old)} waited for more than a day.`}>
          Browsers may clear what pages store. Please connect soon, or{" "}
          <Button variant="link" size="sm" onClick={() => saveJson("unsent-answers.json", outbox.mine)}>
            download them
          </Button>
          .
        </Notice>
      ) : null}
      {outbox.foreign > 0 ? (
        <Notice tone="info" title={`Another account left ${outbox.foreign} unsent in this browser.`}>
          Nothing of it is sent from here. It will be when that account signs in again.{" "}
          <Button
            variant="link"
            size="sm"
            onClick={() => void props.foreignEntries().then((all) => saveJson("unsent-answers.json", all))}
          >
            Download it
          </Button>
        </Notice>
      ) : null}
      {held.map((entry) => (
        <HeldNotice key={entry.opId} {...props} entry={entry} />
      ))}
    </div>
  );
}

function HeldNotice({ entry, codebook, ...on }: OutboxNoticesProps & { entry: OutboxEntry }) {
  const { held, body } = entry;
  if (!held) return null;
  const mine = word(codebook, body.question, body.value);
  if (held.kind === "refused") {
    return (
      <Notice tone="bad" title={`${titleOf(codebook, body.question)}: ${mine} was not taken.`}>
        {held.reason}
        <span className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onClick={() => on.onRetry(entry)}>
            Send it again
          </Button>
          <Button size="sm" onClick={() => saveJson("refused-answer.json", [entry])}>
            Download it
          </Button>
          <Button size="sm" variant="danger" onClick={() => on.onGiveUp(entry)}>
            Give it up
          </Button>
          <ShowItem entry={entry} {...on} />
        </span>
      </Notice>
    );
  }
  const theirs = word(codebook, body.question, held.current.value);

  return (
    <Notice tone="warn" title={`${titleOf(codebook, body.question)}: a newer answer exists.`}>
      It was changed to <b className="text-ink">{theirs}</b> in another tab or on another device at{" "}
      {timeOfDay(held.current.at)}. Here you answered <b className="text-ink">{mine}</b>. Nothing has been overwritten.
      <span className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => on.onKeepNewer(entry)}>
          Keep {theirs}
        </Button>
        <Button size="sm" onClick={() => on.onInsist(entry)}>
          Use mine: {mine}
        </Button>
        <ShowItem entry={entry} {...on} />
      </span>
    </Notice>
  );
}

function ShowItem({
  entry,
  currentId,
  onShow,
}: Pick<OutboxNoticesProps, "currentId" | "onShow"> & { entry: OutboxEntry }) {
  const { slotId } = entry.body;
  if (!onShow || slotId === currentId) return null;

  return (
    <Button size="sm" variant="link" onClick={() => onShow(slotId)}>
      Show the item
    </Button>
  );
}

function answers(n: number): string {
  return n === 1 ? "1 answer is" : `${n} answers are`;
}

function titleOf(codebook: Codebook | undefined, question: string): string {
  const reserved: Record<string, string> = { _skip: "Skip", _flag: "Flag", _comment: "Comment" };
  const mark = codebook?.marks.find((one) => `mark_${one.id}` === question);

  return reserved[question] ?? mark?.label ?? codebook?.questions.find((one) => one.id === question)?.title ?? question;
}

function word(codebook: Codebook | undefined, question: string, value: string | null): string {
  if (value === null) return "no answer";
  const option = codebook?.questions.find((one) => one.id === question)?.options.find((one) => one.id === value);

  return option?.code ?? option?.label ?? value;
}

export function timeOfDay(at: string): string {
  return new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}
