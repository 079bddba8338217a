import { env } from "@/lib/env";

export type MailSettings = {
  host: string;
  port: number;
  /** TLS from the first byte; else STARTTLS where it is offered, and always before a password. */
  secure: boolean;
  user?: string;
  password?: string;
  /** Messages a minute. */
  rate: number;
};

/** The mail server of ASSAY_SMTP_URL; null where none is set and links are downloaded instead. */
export function mailSettings(): MailSettings | null {
  const { ASSAY_SMTP_URL, ASSAY_SMTP_RATE: rate } = env();
  if (!ASSAY_SMTP_URL) return null;
  const url = new URL(ASSAY_SMTP_URL);
  const secure = url.protocol === "smtps:";
  const port = url.port === "" ? (secure ? 465 : 587) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const user = decodeURIComponent(url.username);

  return { host, port, secure, rate, ...(user && { user, password: decodeURIComponent(url.password) }) };
}
