/** What a delivery status notification (RFC 3464) says of one recipient. */
export type BounceReport = {
  /** Lower case. */
  recipient: string;
  action: "failed" | "delayed" | "other";
  /** The enhanced status code, such as 5.1.1, and what the other server said. */
  said: string;
  /** Of the message that came back, without angle brackets; null where the notification does not quote it. */
  messageId: string | null;
};

/**
 * The recipients of pasted notifications. Plain text is enough: the part that matters is plain in every notification
 * (RFC 3464, 2.1). Several may follow each other; each quotes its message after its recipients.
 */
export function readBounces(text: string): BounceReport[] {
  const found: BounceReport[] = [];
  let fields: Map<string, string> | null = null;
  const waiting: BounceReport[] = [];
  let quoted = false;
  const close = () => {
    const report = fields && reportOf(fields);
    if (report) {
      found.push(report);
      waiting.push(report);
    }
    fields = null;
  };
  for (const line of unfold(text)) {
    const field = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line);
    const name = field?.[1]?.toLowerCase();
    const value = field?.[2]?.trim() ?? "";
    if (name === "final-recipient" || name === "original-recipient") {
      if (fields?.has(name)) close();
      fields ??= new Map();
      fields.set(name, value);
    } else if (fields && name && ["action", "status", "diagnostic-code", "remote-mta"].includes(name)) {
      fields.set(name, value);
    } else if (fields && line.trim() === "") {
      close();
    } else if (name === "content-type") {
      quoted = /^(message\/(rfc822|global)|text\/rfc822)/i.test(value);
    } else if (name === "message-id" && quoted && waiting.length > 0) {
      const messageId = /<([^<>\s]+)>/.exec(value)?.[1] ?? null;
      for (const report of waiting.splice(0)) report.messageId = messageId;
    } else if (name === "reporting-mta") {
      waiting.length = 0; // The next notification; the one before quoted nothing.
    }
  }
  close();

  return found;
}

function reportOf(fields: Map<string, string>): BounceReport | null {
  const raw = fields.get("final-recipient") ?? fields.get("original-recipient") ?? "";
  const recipient = raw.split(";").at(-1)?.trim().replace(/^<|>$/g, "").toLowerCase() ?? "";
  if (!/^[^\s@]+@[^\s@]+$/.test(recipient)) return null;
  const status = fields.get("status")?.split(/[\s(]/)[0] ?? "";
  const action = fields.get("action")?.toLowerCase() ?? (status.startsWith("5") ? "failed" : "");
  const diagnostic = fields.get("diagnostic-code")?.replace(/^[\w-]+;\s*/, "") ?? "";

  return {
    recipient,
    action: action === "failed" || action === "delayed" ? action : "other",
    said: [status, diagnostic]
      .filter((part) => part !== "")
      .join(" ")
      .slice(0, 300),
    messageId: null,
  };
}

function unfold(text: string): string[] {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]+(?=\S)/g, " ")
    .split("\n");
}
