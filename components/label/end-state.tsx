"use client";

import Link from "next/link";
import { Button, buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Spinner } from "@/components/ui/spinner";
import type { EngineView } from "./label-engine";
import { timeOfDay } from "./outbox-notices";
import type { Tally } from "./session-state";

type EndStateProps = {
  view: EngineView;
  tally: Tally | undefined;
  slug: string;
  onLook: () => void;
  onUndo: () => void;
};

/** Where there is no item on the screen: why, and what comes next. */
export function EndState({ view, tally, slug, onLook, onUndo }: EndStateProps) {
  const { session, reach, ready, claiming } = view;
  const look = (
    <Button key="look" pending={claiming} onClick={onLook}>
      Look again
    </Button>
  );
  const undo =
    session.history.length > 0 ? (
      <Button key="undo" onClick={onUndo}>
        Take the last answer back
      </Button>
    ) : null;
  const work = (
    <Link key="work" className={buttonVariants()} href={`/label/${slug}/work`}>
      My work
    </Link>
  );
  if (reach.kind === "signed_out") {
    return <Empty level={1} title="Sign in to go on" />;
  }
  if (reach.kind === "refused") {
    return (
      <Empty level={1} title="No items could be fetched" actions={look}>
        {reach.title}
      </Empty>
    );
  }
  if (reach.kind === "unreachable") {
    return (
      <Empty level={1} title="The server cannot be reached" actions={[look, undo]}>
        Items that were here are all answered. New ones come as soon as there is a connection; this page tries by
        itself.
      </Empty>
    );
  }
  if (!ready || (claiming && session.progress === null)) {
    return (
      <div className="flex items-center gap-3 py-6 text-ink-2">
        <Spinner />
        <h1>Fetching your items</h1>
      </div>
    );
  }
  if (session.heldByOthers > 0) {
    const held = session.heldByOthers === 1 ? "1 item is" : `${session.heldByOthers} items are`;

    return (
      <Empty level={1} title={`${held} held by others`} actions={[look, undo, work]}>
        {session.nextFreeAt ? `Next free at ${timeOfDay(session.nextFreeAt)}` : "They are being answered just now"},
        unless their raters finish them first. Nothing else is open for you.
      </Empty>
    );
  }
  if ((tally?.left ?? 0) > 0) {
    return (
      <Empty level={1} title="Fetching your next item" actions={[look, undo]}>
        It is not here yet; this page asks again by itself.
      </Empty>
    );
  }
  if ((tally?.done ?? 0) > 0) {
    return (
      <Empty level={1} title="All done" actions={[work, undo, look]}>
        You have finished {tally?.done === 1 ? "the one item" : `all ${tally?.done} items`} that were for you. Thank
        you.
      </Empty>
    );
  }

  return (
    <Empty level={1} title="There is nothing to label yet" actions={look}>
      No items of this study are open for you. The researchers may not have drawn a sample yet, or their round is
      closed.
    </Empty>
  );
}
