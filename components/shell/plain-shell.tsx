import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { SkipLink } from "./skip-link";
import { ThemeToggle } from "./theme-toggle";

type PlainShellProps = {
  children: ReactNode;
  /** Right of the name: who is signed in, a sign-out button. */
  account?: ReactNode;
  /** `form` for sign-in and join, `page` for lists and reading. */
  width?: "form" | "page" | "wide";
};

const widths = { form: "max-w-md", page: "max-w-3xl", wide: "max-w-6xl" };

/** A page outside a study: sign-in, join, the list of studies, errors. */
export function PlainShell({ children, account, width = "page" }: PlainShellProps) {
  return (
    <div data-slot="plain-shell" className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex items-center gap-4 px-5 py-3 md:px-7">
        {/* No next/link: error pages use this shell, and every page carries their script, the author's on a phone too. */}
        <a
          href="/"
          className="inline-flex min-h-7 items-center font-read text-xl font-semibold text-ink pointer-coarse:min-h-11"
        >
          Assay
        </a>
        <div className="ms-auto flex items-center gap-4 text-ink-2">{account}</div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={cn("mx-auto w-full flex-1 px-5 pt-10 pb-16 outline-none md:px-7 md:pt-16", widths[width])}
      >
        {children}
      </main>
      <footer className="no-print flex items-center justify-end gap-4 border-t px-5 py-2 md:px-7">
        <ThemeToggle />
      </footer>
    </div>
  );
}
