import { Readable } from "node:stream";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { MailSettings } from "./settings";

/**
 * How a message ended. `refused`: the server said no and has nothing of it; `at` says to what. `withheld`: we stopped
 * before its end, so that no server has it. `unknown`: it was ended, and the server's answer was lost.
 */
export type Delivery =
  | { kind: "sent"; said: string }
  | { kind: "refused"; at: "recipient" | "server"; temporary: boolean; said: string }
  | { kind: "withheld" }
  | { kind: "unknown"; said: string };

export type Outgoing = {
  from: string;
  to: string;
  message: Buffer;
  /**
   * Asked once, when the server has taken the whole text and only the dot that ends it is missing: until then it has to
   * forget the message if we go away (RFC 5321, 4.1.1.10). False: it is not sent.
   */
  commit: () => Promise<boolean>;
  signal?: AbortSignal;
};

const SECONDS = 1000;

/** Hands one message to the mail server. Rejects never; every end has its kind. */
export async function deliver(settings: MailSettings, outgoing: Outgoing): Promise<Delivery> {
  const connection = new SMTPConnection({
    host: settings.host,
    port: settings.port,
    secure: settings.secure,
    // A relay on this machine has a certificate that nobody signed.
    ignoreTLS: isLoopback(settings.host),
    requireTLS: settings.password !== undefined && !settings.secure && !isLoopback(settings.host),
    allowInternalNetworkInterfaces: true,
    connectionTimeout: 20 * SECONDS,
    greetingTimeout: 20 * SECONDS,
    socketTimeout: 120 * SECONDS,
    socketCloseTimeout: 0,
  });
  const phase: Phase = { committed: false, withheld: false };
  try {
    await talk(connection, settings, outgoing, phase);
    connection.quit();

    return { kind: "sent", said: phase.said ?? "" };
  } catch (error) {
    connection.close();

    return explain(error, phase);
  }
}

type Phase = { committed: boolean; withheld: boolean; said?: string };

async function talk(
  connection: SMTPConnection,
  settings: MailSettings,
  { from, to, message, commit, signal }: Outgoing,
  phase: Phase,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = () => phase.committed || reject(new Error("The studio stops."));
    if (signal?.aborted) return void stop();
    signal?.addEventListener("abort", stop, { once: true });
    connection.on("error", reject);
    // What the server said before it hung up comes first.
    connection.once("end", () => setImmediate(reject, new Error("The mail server closed the connection.")));

    async function* body() {
      yield message;
      // The text may still wait in our own buffers; what counts is that the dot is written after the commit.
      if (signal?.aborted || !(await commit())) {
        phase.withheld = true;
        throw new Error("withheld");
      }
      phase.committed = true;
    }

    const send = () => {
      const stream = Readable.from(body(), { objectMode: false });
      stream.once("error", reject);
      connection.send({ from, to: [to] }, stream, (error, info) => {
        if (error) return reject(error);
        phase.said = info?.response ?? "";
        resolve();
      });
    };
    connection.connect((error) => {
      if (error) return reject(error);
      if (settings.user === undefined) return send();
      connection.login({ user: settings.user, pass: settings.password ?? "" }, (refused) =>
        refused ? reject(refused) : send(),
      );
    });
  });
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string };

function explain(thrown: unknown, phase: Phase): Delivery {
  const error: SmtpError = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (phase.withheld) return { kind: "withheld" };
  const said = oneLine(error.response ?? error.message);
  const code = error.responseCode ?? 0;
  if (phase.committed && code === 0) return { kind: "unknown", said };
  // A refused password or sender is the studio's matter and may be mended; only a refused recipient is the person's.
  const permanent = code >= 500 && code < 600 && error.code !== "EAUTH";

  return {
    kind: "refused",
    at: permanent && error.command === "RCPT TO" ? "recipient" : "server",
    temporary: !permanent,
    said,
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").slice(0, 300);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}
