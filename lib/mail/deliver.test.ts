import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { composeMail, type Mail } from "./compose-mail";
import { type Delivery, deliver } from "./deliver";
import { mailSettings } from "./settings";
import { smtpError, startSmtp, type TestServer } from "./test-server";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
  delete process.env.ASSAY_SMTP_URL;
});

async function serve(options: Parameters<typeof startSmtp>[0] = {}): Promise<TestServer> {
  const server = await startSmtp(options);
  open.push(server);

  return server;
}

const MAIL: Mail = {
  from: { name: "Studie über Wurzeln", address: "roots@assay.invalid" },
  to: { name: "Ida Marshwood", address: "ida@uni.invalid" },
  subject: "Which works shaped “Many small centres”?",
  messageId: "0190-1@assay.invalid",
  language: "en",
  text: ".a line that begins with a dot\n",
  html: "<p>Hello</p>",
  unsubscribeUrl: "https://studio.invalid/api/v1/unsubscribe/T",
};

async function hand(port: number, commit: () => Promise<boolean>, signal?: AbortSignal): Promise<Delivery> {
  const settings = { host: "127.0.0.1", port, secure: false, rate: 60 };
  const message = await composeMail(MAIL);

  return deliver(settings, {
    from: MAIL.from.address,
    to: MAIL.to.address,
    message,
    commit,
    ...(signal && { signal }),
  });
}

test("one message, text and HTML, with both unsubscribe headers and the id that it was given", async () => {
  const server = await serve();
  expect(await hand(server.port, async () => true)).toMatchObject({
    kind: "sent",
    said: expect.stringMatching(/^250 /),
  });
  expect(server.received).toHaveLength(1);
  const { source, from, to } = server.received[0]!;
  expect([from, to]).toEqual(["roots@assay.invalid", ["ida@uni.invalid"]]);
  expect(source).toMatch(/^Message-ID: <0190-1@assay\.invalid>\r$/m);
  expect(source).toMatch(/^List-Unsubscribe: <https:\/\/studio\.invalid\/api\/v1\/unsubscribe\/T>\r$/m);
  expect(source).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  expect(source).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(source).toMatch(/^\.a line that begins with a dot/m);
  expect(source).toContain("<p>Hello</p>");
});

test("until the commit the server has nothing: refused, thrown or aborted, no message arrives", async () => {
  const server = await serve();
  expect(await hand(server.port, async () => false)).toEqual({ kind: "withheld" });
  expect(await hand(server.port, () => Promise.reject(new Error("no database")))).toMatchObject({
    kind: "refused",
    temporary: true,
    said: "no database",
  });
  const control = new AbortController();
  const aborted = hand(
    server.port,
    async () => {
      control.abort();
      return false;
    },
    control.signal,
  );
  expect((await aborted).kind).not.toBe("sent");
  expect(server.received).toEqual([]);
});

test("the commit comes when the server has taken the recipient, and only a dot is missing", async () => {
  const order: string[] = [];
  const server = await serve({
    onRcptTo: (_address, _session, done) => {
      order.push("recipient taken");
      done();
    },
    onData(stream, _session, done) {
      stream.on("data", (chunk: Buffer) => {
        if (String(chunk).includes("<p>Hello</p>")) order.push("text taken");
      });
      stream.on("end", () => {
        order.push("ended");
        done();
      });
    },
  });
  await hand(server.port, async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    order.push("commit");
    return true;
  });
  expect(order).toEqual(["recipient taken", "text taken", "commit", "ended"]);
});

test.each([
  [550, "recipient", false],
  [450, "server", true],
] as const)("a recipient refused with %i", async (code, at, temporary) => {
  let asked = 0;
  const server = await serve({ onRcptTo: (_address, _session, done) => done(smtpError(code, "no such mailbox")) });
  const delivery = await hand(server.port, async () => {
    asked += 1;
    return true;
  });
  expect(delivery).toEqual({ kind: "refused", at, temporary, said: `${code} no such mailbox` });
  expect(asked).toBe(0);
});

test.each([
  [554, false],
  [451, true],
] as const)("the message refused at its end with %i is known not to be sent", async (code, temporary) => {
  const server = await serve({
    onData(stream, _session, done) {
      stream.resume();
      stream.on("end", () => done(smtpError(code, "not today")));
    },
  });
  expect(await hand(server.port, async () => true)).toMatchObject({ kind: "refused", at: "server", temporary });
});

test("a refused sender or password is no fault of the address", async () => {
  const sender = await serve({ onMailFrom: (_address, _session, done) => done(smtpError(553, "not yours")) });
  expect(await hand(sender.port, async () => true)).toMatchObject({ kind: "refused", at: "server", temporary: false });
  const locked = await serve({
    authOptional: false,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(smtpError(535, "wrong password")),
  });
  process.env.ASSAY_SMTP_URL = `smtp://me%40lab:s3%2Fcret@127.0.0.1:${locked.port}`;
  const settings = mailSettings()!;
  expect(settings).toMatchObject({ user: "me@lab", password: "s3/cret", secure: false });
  const message = await composeMail(MAIL);
  const commit = async () => true;
  expect(await deliver(settings, { from: "a@b.invalid", to: "c@d.invalid", message, commit })).toMatchObject({
    kind: "refused",
    at: "server",
    temporary: true,
  });
});

/** A server that breaks the line where it is told to. */
async function rude(breakAt: "greeting" | "dot"): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined);
    if (breakAt === "greeting") return void socket.destroy();
    socket.write("220 rude\r\n");
    let data = false;
    socket.on("data", (chunk) => {
      const text = String(chunk);
      if (data) {
        if (text.endsWith("\r\n.\r\n") || text === ".\r\n") socket.destroy();
        return;
      }
      data = text.startsWith("DATA");
      socket.write(data ? "354 go on\r\n" : "250 ok\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });

  return (server.address() as AddressInfo).port;
}

test("a line that breaks before is a failure to try again; after the dot nobody knows", async () => {
  expect(await hand(await rude("greeting"), async () => true)).toMatchObject({ kind: "refused", temporary: true });
  expect(await hand(await rude("dot"), async () => true)).toMatchObject({ kind: "unknown" });
  expect(await hand(1, async () => true)).toMatchObject({ kind: "refused", temporary: true });
});

test.each([
  ["from.name", { from: { name: "Lab\r\nBcc: all@world.invalid", address: MAIL.from.address } }],
  ["from.address", { from: { name: "Lab", address: "a@b.invalid\nBcc: x@y.invalid" } }],
  ["to.name", { to: { name: "Ida\nBcc: x@y.invalid", address: MAIL.to.address } }],
  ["to.address", { to: { name: "Ida", address: "a@b.invalid\r\nRCPT TO:<x@y.invalid>" } }],
  ["subject", { subject: "Hello\r\n\r\nAnother body" }],
  ["subject, a lone CR", { subject: "Hello\rBcc: x@y.invalid" }],
  ["subject, U+2028", { subject: "Hello\u2028Bcc: x@y.invalid" }],
  ["messageId", { messageId: "1@b.invalid>\r\nBcc: x@y.invalid" }],
  ["unsubscribeUrl", { unsubscribeUrl: "https://a.invalid/\r\nBcc: x@y.invalid" }],
])("a header cannot be begun from %s: there is no message", async (_what, part) => {
  await expect(composeMail({ ...MAIL, ...part })).rejects.toMatchObject({ status: 422 });
});
