import Link from "next/link";
import { PlainShell } from "@/components/shell/plain-shell";
import { buttonVariants } from "@/components/ui/button";

export default function HomePage() {
  return (
    <PlainShell>
      <h1 className="max-w-[22em] text-balance font-read text-4xl font-semibold tracking-tight">
        People check the labels that judges give to citations
      </h1>
      <p className="reading mt-4">
        Raters label one item after another. Agreement is computed as they go. What they settle becomes a benchmark
        layer, frozen, with every number traceable to its items.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Link href="/studies" className={buttonVariants({ variant: "primary", size: "lg" })}>
          Open the studies
        </Link>
        <Link href="/sign-in" className={buttonVariants({ variant: "secondary", size: "lg" })}>
          Sign in
        </Link>
      </div>
    </PlainShell>
  );
}
