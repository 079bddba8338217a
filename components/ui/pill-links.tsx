import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./cn";

export type PillLink = { href: string; label: ReactNode; current?: boolean };

/** Filters that live in the address: no JavaScript, shareable, back works. Never fetched ahead: each is a query. */
export function PillLinks({ label, items, className }: { label: string; items: PillLink[]; className?: string }) {
  return (
    <nav data-slot="pill-links" aria-label={label} className={cn("flex flex-wrap gap-2", className)}>
      {items.map((item) => (
        <Link
          prefetch={false}
          key={item.href}
          href={item.href}
          aria-current={item.current ? "true" : undefined}
          className={cn(
            "inline-flex min-h-8 items-center rounded-full border px-3.5 font-medium text-ink-2 hover:text-ink pointer-coarse:min-h-11",
            item.current && "border-accent text-accent hover:text-accent",
          )}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  );
}
