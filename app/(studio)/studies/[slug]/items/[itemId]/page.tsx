import type { Metadata } from "next";
import { ItemAnswers } from "@/components/study/item-answers";
import { ItemContent } from "@/components/study/item-content";
import { PageHeader } from "@/components/ui/text";
import { orNotFound } from "@/lib/http/page-context";
import { studyPage } from "@/lib/http/study-page";
import { readCodebook } from "@/lib/studies/read-codebook";
import { readItem } from "@/lib/studies/read-item";

export const metadata: Metadata = { title: "Item" };

export default async function ItemPage({ params }: PageProps<"/studies/[slug]/items/[itemId]">) {
  const { slug, itemId } = await params;
  const { ctx, study } = await studyPage(slug, `/items/${itemId}`);
  const item = await orNotFound(readItem(ctx, { studyId: study.studyId, itemId }));
  const { codebook } = await readCodebook(ctx, { studyId: study.studyId });

  return (
    <>
      <PageHeader eyebrow="Item" title={<span className="break-all">{item.key}</span>} />
      <ItemContent fields={codebook.item.fields} content={item.content} />
      <ItemAnswers labels={item.labels} />
    </>
  );
}
