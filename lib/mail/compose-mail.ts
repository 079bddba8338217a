import MailComposer from "nodemailer/lib/mail-composer";
import { checkHeader } from "./check-header";

export type Mail = {
  from: { name: string; address: string };
  to: { name: string; address: string };
  subject: string;
  /** Without the angle brackets. */
  messageId: string;
  language: string;
  text: string;
  html: string;
  /** Answers a POST of `List-Unsubscribe=One-Click` (RFC 8058). */
  unsubscribeUrl: string;
};

/** One message, ready for DATA. Headers are checked first: with a line end in any of them there is no message. */
export async function composeMail(mail: Mail): Promise<Buffer> {
  const { from, to, subject, messageId, language, unsubscribeUrl } = mail;
  checkHeader(from.name, "the sender's name");
  checkHeader(from.address, "the sender's address");
  checkHeader(to.name, "the name of the person");
  checkHeader(to.address, "the address of the person");
  checkHeader(subject, "the subject");
  checkHeader(`${messageId}${language}${unsubscribeUrl}`, "a header");

  return new MailComposer({
    from,
    to,
    subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${messageId}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      "Content-Language": language,
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "OOF, AutoReply",
    },
  })
    .compile()
    .build();
}
