"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FaultList } from "@/components/http/fault-list";
import { type Problem, sendJson } from "@/components/http/send-json";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { linkVariants, Section } from "@/components/ui/text";
import type { CodebookTaskRow } from "@/lib/studies/wire";

type Props = { slug: string; tasks: CodebookTaskRow[]; newest: number; mayAdd: boolean; maySettle: boolean };

/** What the guideline should say, as adjudicators and researchers met it. */
export function TaskList({ slug, tasks, newest, mayAdd, maySettle }: Props) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const router = useRouter();
  const at = `/api/v1/studies/${slug}/codebook-tasks`;
  const open = tasks.filter((task) => task.doneAt === null);
  const done = tasks.filter((task) => task.doneAt !== null);

  async function send(method: "POST" | "PATCH", path: string, body: unknown): Promise<boolean> {
    const outcome = await sendJson(method, path, body);
    setProblem(outcome.ok ? null : outcome.problem);
    router.refresh();

    return outcome.ok;
  }

  function row(task: CodebookTaskRow) {
    const about = [task.question, task.option].filter(Boolean).join(" ");

    return (
      <li key={task.taskId} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b py-2.5">
        <div className="min-w-0 flex-1 basis-72">
          <p className="reading break-words">{task.text}</p>
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-ink-2">
            {about ? <span>{about}</span> : null}
            {task.itemId ? (
              <Link className={linkVariants({ alone: true })} href={`/studies/${slug}/items/${task.itemId}`}>
                {task.itemKey ?? "the item"}
              </Link>
            ) : null}
            <span>
              {task.by ? `${task.by}, ` : ""}v{task.codebookVersion}, {task.createdAt.slice(0, 10)}
            </span>
            {task.doneVersion === null ? null : <span>done in v{task.doneVersion}</span>}
          </p>
        </div>
        {maySettle ? (
          <Button size="sm" onClick={() => void send("PATCH", `${at}/${task.taskId}`, { done: task.doneAt === null })}>
            {task.doneAt === null ? `Done in v${newest}` : "Open again"}
            <span className="sr-only">: {task.text}</span>
          </Button>
        ) : null}
      </li>
    );
  }

  return (
    <Section title="To do in the guideline">
      {open.length === 0 ? <p className="text-ink-2">Nothing is open.</p> : <ul>{open.map(row)}</ul>}
      {done.length === 0 ? null : (
        <details className="mt-3">
          <summary className="cursor-pointer text-ink-2">{done.length} done</summary>
          <ul>{done.map(row)}</ul>
        </details>
      )}
      {mayAdd ? (
        <form
          className="mt-4 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            const text = new FormData(form).get("text");
            void send("POST", at, { text }).then((added) => added && form.reset());
          }}
        >
          <label className="grid min-w-0 flex-1 basis-52 gap-1 text-sm text-ink-2">
            What should it say?
            <Input name="text" required maxLength={2000} />
          </label>
          <Button type="submit">Add to the list</Button>
        </form>
      ) : null}
      {problem ? (
        <div className="mt-4">
          <FaultList problem={problem} />
        </div>
      ) : null}
    </Section>
  );
}
