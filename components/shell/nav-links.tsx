"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { currentHref, type NavItem } from "./nav-item";

export function NavLinks({ items, label }: { items: NavItem[]; label: string }) {
  const current = currentHref(items, usePathname());

  return (
    <nav aria-label={label}>
      <ul className="grid gap-px">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              prefetch={false}
              href={item.href}
              aria-current={item.href === current ? "page" : undefined}
              className={cn(
                "flex min-h-8 items-center justify-between gap-3 rounded-md px-2.5 text-ink-2 hover:text-ink pointer-coarse:min-h-11",
                item.href === current && "bg-accent-soft font-[550] text-ink",
              )}
            >
              {item.label}
              {item.count === undefined ? null : <span className="font-normal text-ink-2">{item.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** On a phone: one line that opens into the navigation, and closes again when the page changes. */
export function NavDisclosure({
  items,
  summary,
  children,
}: {
  items: NavItem[];
  summary: ReactNode;
  children: ReactNode;
}) {
  const pathname = usePathname();
  const current = currentHref(items, pathname);
  const label = items.find((item) => item.href === current)?.label;

  return (
    <details key={pathname} data-slot="nav-disclosure" className="no-print group border-b md:hidden">
      <summary className="flex min-h-12 list-none items-center gap-3 px-5 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1 truncate">{summary}</span>
        <span className="text-accent">
          {label ?? "Menu"}{" "}
          <span aria-hidden="true" className="inline-block group-open:rotate-180">
            ▾
          </span>
        </span>
      </summary>
      <div className="grid gap-4 px-3 pt-1 pb-5">{children}</div>
    </details>
  );
}
