import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

const links = cva("rounded-sm underline-offset-3 hover:underline", {
  variants: {
    tone: { accent: "text-accent", ink: "text-ink", quiet: "text-ink-2 hover:text-ink" },
    /** Alone in a bar or a cell it gets a target of 24 px, 44 on touch; within a sentence it must not. */
    alone: { true: "inline-flex min-h-6 items-center pointer-coarse:min-h-11", false: "underline" },
  },
  defaultVariants: { tone: "accent", alone: false },
});

/** Class names for `<Link>` and `<a>`. Within text they are underlined: colour alone does not mark a link. */
export function linkVariants(props?: VariantProps<typeof links>): string {
  return cn(links(props));
}

export function Eyebrow({ className, ...props }: ComponentProps<"p">) {
  return (
    <p
      data-slot="eyebrow"
      className={cn("text-xs font-[550] tracking-[0.06em] text-ink-2 uppercase", className)}
      {...props}
    />
  );
}

type PageHeaderProps = {
  title: ReactNode;
  eyebrow?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

/** The page's one h1, a line under it, actions on the right. */
export function PageHeader({ title, eyebrow, children, actions, className }: PageHeaderProps) {
  return (
    <header data-slot="page-header" className={cn("mb-8 flex flex-wrap items-end gap-x-6 gap-y-4", className)}>
      <div className="min-w-0 flex-1 basis-80">
        {eyebrow ? <Eyebrow className="mb-1">{eyebrow}</Eyebrow> : null}
        <h1 className="font-read text-3xl font-semibold tracking-[-0.012em] text-balance">{title}</h1>
        {children ? <div className="mt-2 max-w-[72ch] text-ink-2">{children}</div> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  );
}

type SectionProps = Omit<ComponentProps<"section">, "title"> & { title: ReactNode; actions?: ReactNode };

/** A titled part of a page; its actions are small links on the right (LaTeX, CSV, SVG). */
export function Section({ title, actions, children, className, ...props }: SectionProps) {
  return (
    <section data-slot="section" className={cn("mb-11", className)} {...props}>
      <div className="mb-2.5 flex flex-wrap items-baseline gap-x-3.5 gap-y-1">
        <h2 className="text-lg font-semibold">{title}</h2>
        {actions ? <div className="ms-auto flex flex-wrap items-center gap-3.5 text-sm">{actions}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** The sentence that could stand in the paper, before any table. `<b>` carries the finding, `<Light>` an interval. */
export function Says({ className, ...props }: ComponentProps<"p">) {
  return (
    <p
      data-slot="says"
      className={cn(
        "max-w-[33em] font-read text-2xl leading-[1.38] tracking-[-0.012em] text-pretty md:text-4xl [&_b]:font-semibold",
        className,
      )}
      {...props}
    />
  );
}

/** An interval or another lighter figure that does not break across lines. */
export function Light({ className, ...props }: ComponentProps<"span">) {
  return <span data-slot="light" className={cn("font-normal whitespace-nowrap text-ink-2", className)} {...props} />;
}

/** A symbol, its value and its interval, kept together within a sentence: `α = .461 [.41, .51]`. */
export function Measured({ symbol, value, interval }: { symbol?: ReactNode; value: ReactNode; interval?: ReactNode }) {
  return (
    <>
      <span data-slot="measured" className="whitespace-nowrap">
        {symbol ? <>{symbol} = </> : null}
        <b>{value}</b>
      </span>
      {interval ? <Light> {interval}</Light> : null}
    </>
  );
}

/** Under a sentence or a figure: n, scale, method, seed. */
export function Footnote({ className, ...props }: ComponentProps<"p">) {
  return <p data-slot="footnote" className={cn("mt-3 max-w-[90ch] text-sm text-ink-2", className)} {...props} />;
}
