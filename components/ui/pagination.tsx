import Link from "next/link";
import { cn } from "./cn";
import { formatCount } from "./format-number";
import { linkVariants } from "./text";

type PaginationProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  hrefFor: (page: number) => string;
  /** What is counted: "items". */
  noun: string;
  className?: string;
};

/** Pages that live in the address. */
export function Pagination({ page, pageSize, total, hrefFor, noun, className }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);

  return (
    <nav
      data-slot="pagination"
      aria-label={`Pages of ${noun}`}
      className={cn("flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-sm text-ink-2", className)}
    >
      <p className="me-auto">
        {formatCount(from)}–{formatCount(to)} of {formatCount(total)} {noun}
      </p>
      {page > 1 ? (
        <>
          <Link prefetch={false} href={hrefFor(1)} className={linkVariants({ alone: true })}>
            First
          </Link>
          <Link prefetch={false} href={hrefFor(page - 1)} rel="prev" className={linkVariants({ alone: true })}>
            Previous
          </Link>
        </>
      ) : null}
      <span>
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
      {page < pages ? (
        <>
          <Link prefetch={false} href={hrefFor(page + 1)} rel="next" className={linkVariants({ alone: true })}>
            Next
          </Link>
          <Link prefetch={false} href={hrefFor(pages)} className={linkVariants({ alone: true })}>
            Last
          </Link>
        </>
      ) : null}
    </nav>
  );
}
