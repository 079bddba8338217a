import type { Prisma } from "@/lib/db/generated/client";
import { composeMail } from "@/lib/mail/compose-mail";
import { renderMail } from "@/lib/mail/render-mail";
import { endorseUrl, unsubscribeUrl } from "./internal";

export const WITH_MAIL = {
  invitation: {
    include: {
      invitee: {
        include: {
          campaign: { include: { texts: { orderBy: { version: "asc" } }, study: { select: { name: true } } } },
          papers: { include: { focal: { select: { title: true } } }, orderBy: { n: "asc" } },
        },
      },
    },
  },
} satisfies Prisma.MessageInclude;

export type HeldMessage = Prisma.MessageGetPayload<{ include: typeof WITH_MAIL }>;

/** The mail of a message, with a link of its own, in the campaign's first language. */
export async function mailOf(message: HeldMessage, email: string, token: string): Promise<Buffer> {
  const { campaign, papers, name } = message.invitation.invitee;
  const language = campaign.languages[0] ?? "en";
  const newest = (kind: string) => campaign.texts.findLast((text) => text.kind === kind && text.language === language);
  const template = (message.kind === "invite" ? null : newest("reminder")) ?? newest("invitation");
  const titles = papers.filter((paper) => paper.notMineAt === null).map(({ focal }) => oneLine(focal.title));
  const values = {
    link: endorseUrl(token),
    name: name ?? "colleague",
    paper: titles.length > 1 ? `${titles[0]} (and ${titles.length - 1} more)` : (titles[0] ?? ""),
    papers: titles.join("; "),
    deadline: campaign.closesAt?.toISOString().slice(0, 10) ?? "",
    contact: campaign.contact,
    campaign: campaign.name,
  };
  const subject = template?.subject || campaign.name;
  const rendered = renderMail({ subject, markdown: template?.markdown ?? "" }, values, [
    `${campaign.study.name}: ${campaign.name}`,
    campaign.contact,
    "Do not wish to be asked? Open the link and choose “decline”: one tap, and nobody of this study writes again.",
  ]);

  return composeMail({
    from: { name: campaign.senderName, address: campaign.senderEmail },
    to: { name: name ?? "", address: email },
    messageId: message.messageId,
    language,
    unsubscribeUrl: unsubscribeUrl(token),
    ...rendered,
  });
}

/** Titles come from files, where they may be broken over lines. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
