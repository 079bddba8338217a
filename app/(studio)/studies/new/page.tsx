import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AccountMenu } from "@/components/account/account-menu";
import { PlainShell } from "@/components/shell/plain-shell";
import { NewStudyForm } from "@/components/study/new-study-form";
import { PageHeader } from "@/components/ui/text";
import { readSelf } from "@/lib/accounts/read-self";
import { builtInCodebooks } from "@/lib/codebooks/built-in/find-built-in";
import { signedInContext } from "@/lib/http/page-context";

export const metadata: Metadata = { title: "New study" };

export default async function NewStudyPage() {
  const self = await readSelf(await signedInContext("/studies/new"));
  if (!self.administrator) notFound();
  const builtIns = builtInCodebooks.map(({ id, title, source }) => ({ id, title, source }));

  return (
    <PlainShell account={<AccountMenu name={self.name} />}>
      <PageHeader title="New study">
        A study asks one codebook’s questions about its items. The codebook can grow new versions later; every label
        keeps the version it was made under.
      </PageHeader>
      <NewStudyForm builtIns={builtIns} />
    </PlainShell>
  );
}
