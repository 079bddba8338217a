import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type Received = {
  from: string;
  to: string[];
  /** As it went over the line. */
  source: string;
  messageId: string;
  at: number;
};

export type TestServer = { url: string; port: number; received: Received[]; close(): Promise<void> };

/** For tests: a real SMTP server on the loopback that keeps what it takes. `options` are smtp-server's own. */
export async function startSmtp(options: Partial<SMTPServerOptions> = {}): Promise<TestServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const source = Buffer.concat(chunks).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map((one) => one.address),
          source,
          messageId: /^Message-ID: <([^>]+)>/im.exec(source)?.[1] ?? "",
          at: performance.now(),
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined); // A client that was killed.
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** An SMTP error as smtp-server's callbacks take it. */
export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
