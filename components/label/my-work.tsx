import Link from "next/link";
import type { z } from "zod";
import { Button, buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/input";
import { linkVariants } from "@/components/ui/text";
import type { Codebook } from "@/lib/codebooks/schema";
import type { MyWorkPage, MyWorkRow } from "@/lib/labels/wire";
import { VisibleText } from "./visible-text";

export type MyWorkFilter = { state?: string; answer?: string; cursor?: string };

type MyWorkProps = { slug: string; codebook: Codebook; page: z.infer<typeof MyWorkPage>; filter: MyWorkFilter };
type Row = z.infer<typeof MyWorkRow>;

/** The rater's own answers: to look at, and to open again. */
export function MyWork({ slug, codebook, page, filter }: MyWorkProps) {
  const at = `/label/${slug}/work`;
  const filtered = Boolean(filter.state || filter.answer);
  const rows = page.rows.filter(isBegun);

  return (
    <>
      <FilterForm at={at} codebook={codebook} filter={filter} />
      {rows.length === 0 ? (
        <Empty title={filtered ? "No item of yours fits" : "Nothing labelled yet"}>
          {filtered ? (
            <Link href={at} prefetch={false} className={linkVariants()}>
              Show all
            </Link>
          ) : (
            "Your answers appear here as you give them."
          )}
        </Empty>
      ) : (
        <ol className="divide-y border-y">
          {rows.map((row) => (
            <WorkRow key={row.slotId} slug={slug} codebook={codebook} row={row} />
          ))}
        </ol>
      )}
      {page.nextCursor ? (
        <p className="mt-5">
          <Link
            className={buttonVariants()}
            prefetch={false}
            href={`${at}?${query({ ...filter, cursor: page.nextCursor })}`}
          >
            Older items
          </Link>
        </p>
      ) : null}
    </>
  );
}

/** Items that were only fetched ahead are not work yet. */
function isBegun(row: Row): boolean {
  return row.state !== "leased" || row.flagged || row.comment !== null || Object.keys(row.answers).length > 0;
}

function WorkRow({ slug, codebook, row }: { slug: string; codebook: Codebook; row: Row }) {
  return (
    <li className="grid gap-x-6 gap-y-1.5 py-3.5 md:grid-cols-[minmax(0,1fr)_16rem_auto] md:items-baseline">
      <p className="line-clamp-2 max-w-[62ch] font-read text-lg leading-snug">
        <VisibleText text={row.excerpt === "" ? row.itemKey : row.excerpt} />
      </p>
      <div className="text-sm">
        <p>
          {row.state === "skipped" ? (
            <b className="font-[550]">Skipped: {skipWord(codebook, row.answers._skip)}</b>
          ) : (
            <b className="font-[550]">{answerWords(codebook, row) || "Not answered yet"}</b>
          )}
        </p>
        <p className="text-ink-2">
          {[row.round, row.flagged ? "flagged" : "", row.comment ? "commented" : "", when(row.at)]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {row.comment ? (
          <p className="text-ink-2">
            <VisibleText text={row.comment} />
          </p>
        ) : null}
      </div>
      <Link
        href={`/label/${slug}?reopen=${row.slotId}`}
        prefetch={false}
        className={buttonVariants({ size: "sm" })}
        aria-label={`Open again: ${row.excerpt.slice(0, 60) || row.itemKey}`}
      >
        Open again
      </Link>
    </li>
  );
}

function FilterForm({ at, codebook, filter }: { at: string; codebook: Codebook; filter: MyWorkFilter }) {
  return (
    <form action={at} method="get" className="mb-6 flex flex-wrap items-end gap-4">
      <Field id="state" label="Items" className="w-44">
        {(control) => (
          <Select {...control} name="state" defaultValue={filter.state ?? ""}>
            <option value="">All</option>
            <option value="filled">Answered</option>
            <option value="skipped">Skipped</option>
            <option value="leased">Begun, not finished</option>
          </Select>
        )}
      </Field>
      <Field id="answer" label="With the answer" className="w-72">
        {(control) => (
          <Select {...control} name="answer" defaultValue={filter.answer ?? ""}>
            <option value="">Any</option>
            {codebook.questions.map((question) => (
              <optgroup key={question.id} label={question.title}>
                {question.options.map((option) => (
                  <option key={option.id} value={`${question.id}:${option.id}`}>
                    {[option.code, option.label].filter(Boolean).join(" · ")}
                  </option>
                ))}
              </optgroup>
            ))}
            {codebook.marks.map((mark) => (
              <option key={mark.id} value={`mark_${mark.id}:yes`}>
                {mark.label}
              </option>
            ))}
            <option value="_flag:yes">Flagged</option>
            <option value="_comment:">Commented</option>
          </Select>
        )}
      </Field>
      <Button type="submit">Show</Button>
    </form>
  );
}

function answerWords(codebook: Codebook, row: Row): string {
  const marks = codebook.marks.filter((mark) => row.answers[`mark_${mark.id}`] === "yes").map((mark) => mark.label);
  const answers = codebook.questions.flatMap((question) => {
    const value = row.answers[question.id];
    if (value === undefined) return [];
    const option = question.options.find((one) => one.id === value);
    const word = option?.code ?? option?.label ?? value;

    return codebook.questions.length === 1
      ? [option?.code ? `${option.code} · ${option.label}` : word]
      : [`${question.title}: ${word}`];
  });

  return [...answers, ...marks].join(", ");
}

function skipWord(codebook: Codebook, reason: string | undefined): string {
  return codebook.skipReasons.find((one) => one.id === reason)?.label ?? "another reason";
}

function when(at: string | null): string {
  return at ? `${at.slice(0, 10)} ${at.slice(11, 16)} UTC` : "";
}

function query(filter: MyWorkFilter): string {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();
}
