import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

const variants = cva("border-s-2 py-0.5 ps-3.5", {
  variants: {
    tone: { info: "border-accent", good: "border-good", warn: "border-warn", bad: "border-bad" },
  },
  defaultVariants: { tone: "info" },
});

const inks = { info: "text-accent", good: "text-good", warn: "text-warn", bad: "text-bad" };
const words = { info: "Note", good: "Done", warn: "Mind", bad: "Failed" };

type NoticeProps = Omit<ComponentProps<"div">, "title"> & VariantProps<typeof variants> & { title?: ReactNode };

/** What happened, what was kept, what to do. The tone is a word as well as a colour; `bad` interrupts a screen reader. */
export function Notice({ tone, title, className, children, ...props }: NoticeProps) {
  const kind = tone ?? "info";

  return (
    <div
      data-slot="notice"
      role={kind === "bad" ? "alert" : "status"}
      className={cn(variants({ tone }), className)}
      {...props}
    >
      <p className="font-[550]">
        <span className={inks[kind]}>{words[kind]}</span>
        {title ? <span>: {title}</span> : null}
      </p>
      {children ? <div className="mt-0.5 max-w-[72ch] text-ink-2">{children}</div> : null}
    </div>
  );
}
