import type { ReactNode } from "react";
import { cn } from "./cn";

type EmptyProps = {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** The heading's level: 1 where it is the page. */
  level?: 1 | 2 | 3;
  className?: string;
};

/** Where there is nothing yet: what this place is for, and the next step. */
export function Empty({ title, children, actions, level = 2, className }: EmptyProps) {
  const Heading = `h${level}` as const;

  return (
    <div data-slot="empty" className={cn("grid max-w-[60ch] justify-items-start gap-3 py-6", className)}>
      <Heading className={cn("font-read font-semibold text-balance", level === 1 ? "text-3xl" : "text-xl")}>
        {title}
      </Heading>
      {children ? <div className="text-ink-2">{children}</div> : null}
      {actions ? <div className="mt-2 flex flex-wrap gap-3">{actions}</div> : null}
    </div>
  );
}
