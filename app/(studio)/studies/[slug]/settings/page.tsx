import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SettingsForm } from "@/components/study/settings-form";
import { PageHeader } from "@/components/ui/text";
import { studyPage } from "@/lib/http/study-page";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ params }: PageProps<"/studies/[slug]/settings">) {
  const { slug } = await params;
  const { study } = await studyPage(slug, "/settings");
  if (!study.roles.includes("researcher")) notFound();
  const { name, description, licence, sourceUrl } = study;

  return (
    <>
      <PageHeader title="Settings" />
      <SettingsForm slug={slug} initial={{ name, description, licence, sourceUrl }} />
    </>
  );
}
