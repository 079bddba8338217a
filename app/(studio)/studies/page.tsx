import type { Metadata } from "next";
import Link from "next/link";
import { AccountMenu } from "@/components/account/account-menu";
import { PlainShell } from "@/components/shell/plain-shell";
import { StudyList } from "@/components/study/study-list";
import { buttonVariants } from "@/components/ui/button";
import { Empty } from "@/components/ui/empty";
import { PageHeader } from "@/components/ui/text";
import { readSelf } from "@/lib/accounts/read-self";
import { signedInContext } from "@/lib/http/page-context";
import { listStudies } from "@/lib/studies/list-studies";

export const metadata: Metadata = { title: "Studies" };

export default async function StudiesPage() {
  const ctx = await signedInContext("/studies");
  const [self, studies] = await Promise.all([readSelf(ctx), listStudies(ctx)]);
  const create = self.administrator ? (
    <Link href="/studies/new" className={buttonVariants({ variant: "primary" })}>
      New study
    </Link>
  ) : null;

  return (
    <PlainShell account={<AccountMenu name={self.name} />}>
      <PageHeader title="Studies" actions={create} />
      {studies.length === 0 ? (
        <Empty title="No study yet" actions={create}>
          {self.administrator
            ? "A study is one validation project: a codebook, items, raters, judges, and the layers that come out."
            : "You are not a member of a study yet. Whoever runs one can send you a join link."}
        </Empty>
      ) : (
        <StudyList studies={studies} />
      )}
    </PlainShell>
  );
}
