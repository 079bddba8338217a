import { redirect } from "next/navigation";
import { AccountMenu } from "@/components/account/account-menu";
import { StudioShell } from "@/components/shell/studio-shell";
import { formatCount } from "@/components/ui/format-number";
import { readSelf } from "@/lib/accounts/read-self";
import { orNotFound, signedInContext } from "@/lib/http/page-context";
import { readCounts } from "@/lib/studies/read-counts";
import { readStudy } from "@/lib/studies/read-study";

export default async function StudyLayout({ children, params }: LayoutProps<"/studies/[slug]">) {
  const { slug } = await params;
  const ctx = await signedInContext(`/studies/${slug}`);
  const study = await orNotFound(readStudy(ctx, { slug }));
  if (study.roles.every((role) => role === "rater")) redirect(`/label/${slug}`);
  const [self, counts] = await Promise.all([readSelf(ctx), readCounts(ctx, { studyId: study.studyId })]);
  const at = `/studies/${slug}`;
  const researcher = study.roles.includes("researcher");
  const items = [
    { href: at, label: "Overview" },
    { href: `${at}/agreement`, label: "Agreement" },
    { href: `${at}/items`, label: "Items", count: formatCount(counts.items) },
    ...(researcher || study.roles.includes("adjudicator") ? [{ href: `${at}/adjudicate`, label: "Adjudicate" }] : []),
    ...(researcher ? [{ href: `${at}/import`, label: "Import" }] : []),
    { href: `${at}/rounds`, label: "Rounds & samples", count: counts.rounds },
    { href: `${at}/judges`, label: "Judges", count: counts.judges },
    { href: `${at}/raters`, label: "Raters", count: counts.raters },
    { href: `${at}/layers`, label: "Layers" },
    { href: `${at}/campaigns`, label: "Campaigns" },
    { href: `${at}/releases`, label: "Releases" },
    { href: `${at}/runs`, label: "Runs" },
    { href: `${at}/codebook`, label: "Codebook", count: `v${study.codebookVersion}` },
    ...(researcher || study.roles.includes("auditor") ? [{ href: `${at}/audit`, label: "Audit log" }] : []),
    ...(researcher ? [{ href: `${at}/settings`, label: "Settings" }] : []),
  ];

  return (
    <StudioShell
      study={{ name: study.name, note: study.demo ? "Demo: invented papers" : undefined }}
      items={items}
      account={<AccountMenu name={self.name} />}
    >
      {children}
    </StudioShell>
  );
}
