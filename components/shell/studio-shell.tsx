import Link from "next/link";
import type { ReactNode } from "react";
import type { NavItem } from "./nav-item";
import { NavDisclosure, NavLinks } from "./nav-links";
import { SkipLink } from "./skip-link";
import { ThemeToggle } from "./theme-toggle";

type StudioShellProps = {
  study: { name: string; note?: ReactNode };
  items: NavItem[];
  /** Who is signed in, with the sign-out button. */
  account?: ReactNode;
  children: ReactNode;
};

/** The frame of a study's pages: navigation left, or a disclosure on top where the screen is narrow. */
export function StudioShell({ study, items, account, children }: StudioShellProps) {
  const foot = (
    <div className="grid justify-items-start gap-3 px-2.5 text-sm text-ink-2">
      {account}
      <ThemeToggle />
    </div>
  );

  return (
    <div data-slot="studio-shell" className="md:grid md:min-h-dvh md:grid-cols-[212px_minmax(0,1fr)] print:block">
      <SkipLink />
      <div className="no-print hidden border-e md:block">
        <div className="sticky top-0 flex max-h-dvh min-h-dvh flex-col gap-4 overflow-y-auto py-4 ps-5 pe-3">
          <Link prefetch={false} href="/studies" className="px-2.5 font-read text-xl leading-7 font-semibold text-ink">
            Assay
          </Link>
          <div className="px-2.5 text-ink-2">
            <p className="leading-snug text-ink">{study.name}</p>
            {study.note ? <p className="mt-0.5 text-sm">{study.note}</p> : null}
          </div>
          <NavLinks items={items} label="Study" />
          <div className="mt-auto pt-6">{foot}</div>
        </div>
      </div>
      <NavDisclosure
        items={items}
        summary={
          <>
            <b className="font-read text-lg font-semibold">Assay</b> <span className="text-ink-2">{study.name}</span>
          </>
        }
      >
        <Link prefetch={false} href="/studies" className="inline-flex min-h-11 items-center px-2.5 text-accent">
          All studies
        </Link>
        <NavLinks items={items} label="Study" />
        {foot}
      </NavDisclosure>
      <main id="main" tabIndex={-1} className="w-full max-w-[1180px] px-5 pt-6 pb-16 outline-none md:ps-11 md:pe-12">
        {children}
      </main>
    </div>
  );
}
