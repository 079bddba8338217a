import type { Metadata } from "next";
import { PlainShell } from "@/components/shell/plain-shell";
import { buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <PlainShell>
      <Empty
        level={1}
        title="There is nothing at this address"
        actions={
          <a href="/" className={buttonVariants({ variant: "secondary" })}>
            Go to the start
          </a>
        }
      >
        The link may be old or mistyped, or it belongs to a study that you are not a member of. Nothing was changed.
      </Empty>
    </PlainShell>
  );
}
